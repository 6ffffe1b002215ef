/* The part of the OMPT interface that the small tools of the activation tests need, as every
 * version of OpenMP since 5.0 lays it down. No runtime's own header: a test depends on none.
 */
#ifndef MINI_OMPT_H
#define MINI_OMPT_H

#include <stdint.h>

typedef union ompt_data_t {
  uint64_t value;
  void *ptr;
} ompt_data_t;

typedef void (*ompt_interface_fn_t)(void);
typedef ompt_interface_fn_t (*ompt_function_lookup_t)(const char *name);
typedef int (*ompt_initialize_t)(ompt_function_lookup_t lookup, int initial_device_num,
                                 ompt_data_t *tool_data);
typedef void (*ompt_finalize_t)(ompt_data_t *tool_data);
typedef struct ompt_start_tool_result_t {
  ompt_initialize_t initialize;
  ompt_finalize_t finalize;
  ompt_data_t tool_data;
} ompt_start_tool_result_t;

typedef void (*ompt_callback_t)(void);
typedef int (*ompt_set_callback_t)(int event, ompt_callback_t callback);
typedef int (*ompt_get_callback_t)(int event, ompt_callback_t *callback);
typedef void (*ompt_finalize_tool_t)(void);

enum { ompt_callback_thread_begin = 1, ompt_callback_parallel_begin = 3, ompt_callback_error = 37 };
enum { ompt_set_sometimes = 3, ompt_set_always = 5 };

#endif
