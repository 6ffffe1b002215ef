// A program that defines names of the C library itself, as Rodinia's myocyte defines `read`: a
// caller that means libc's function ends the program. Prints "sum 120".

// The headers would declare these names otherwise.
int dprintf(int file, const char *format, ...);
int printf(const char *format, ...);
void abort(void);

#define MINE(name)                                                                                 \
  void name(void) {                                                                                \
    dprintf(2, #name " was called\n");                                                             \
    abort();                                                                                       \
  }
MINE(access)
MINE(fallocate)
MINE(getcwd)
MINE(mkdir)
MINE(posix_fallocate)
MINE(pread)
MINE(process_vm_readv)
MINE(process_vm_writev)
MINE(pwrite)
MINE(read)
MINE(realpath)
MINE(rename)
MINE(sigpending)
MINE(sigtimedwait)
MINE(stat)
MINE(uname)
MINE(unlink)
MINE(write)

int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(3)
#pragma omp for reduction(+ : sum)
  for (int i = 0; i < 16; ++i)
    sum += i;
  printf("sum %d\n", sum);
  return sum != 120;
}
