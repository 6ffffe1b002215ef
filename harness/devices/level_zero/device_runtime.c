// The part of a device runtime that clang's code for spirv64-intel calls. A simulated device never
// executes device code (devices/host_code.h): programs only need to link.
int __kmpc_target_init(void *environment, void *launch) {
  (void)environment;
  (void)launch;
  return -1;
}
void __kmpc_target_deinit(void) {}
int __kmpc_global_thread_num(void *location) {
  (void)location;
  return 0;
}
int omp_get_num_teams(void) { return 1; }
int omp_get_team_num(void) { return 0; }
int omp_get_num_threads(void) { return 1; }
int omp_get_thread_num(void) { return 0; }
int omp_is_initial_device(void) { return 0; }
