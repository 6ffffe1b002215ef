// SHOWS: crash
int main(void) {
#pragma omp error at(execution) severity(warning)
}
