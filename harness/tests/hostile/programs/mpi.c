#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
#pragma omp parallel num_threads(2)
  {
  }
  MPI_Finalize();
}
