// A list whose elements are mapped one by one, each attached to the one before it.
// RULES: data-op.pairing target.pair
#include "../device.h"

enum { length = 5 };
typedef struct node {
  int value;
  struct node *next;
} node;

int main(void) {
  node *first = NULL;
  int sum = 0;
  for (int i = 0; i < length; i++) {
    node *const one = malloc(sizeof *one);
    one->value = i + 1;
    one->next = first;
    first = one;
  }
#pragma omp target enter data map(to : first[0 : 1])
  for (node *at = first; at->next; at = at->next) {
#pragma omp target enter data map(to : at->next[0 : 1])
  }
#pragma omp target map(tofrom : sum) map(to : first[0 : 1])
  {
    const node *at = first;
    for (int i = 0; i < length; i++, at = at->next)
      sum += at->value;
  }
  for (node *at = first; at;) {
    node *const next = at->next;
#pragma omp target exit data map(delete : at[0 : 1])
    free(at);
    at = next;
  }
  cts_total("target.pair", length, "target_emi kind=enter_data endpoint=end");
  cts_total("target.pair", length, "target_emi kind=exit_data endpoint=end");
  return sum != 15;
}
