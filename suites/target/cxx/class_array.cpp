// A class maps itself and its array in the constructor, and releases both in the destructor.
// RULES: data-op.pairing target.pair
#include "../device.h"

class Field {
  int length_;
  double *values_;

public:
  explicit Field(int length) : length_(length), values_(new double[length]()) {
#pragma omp target enter data map(to : this[0 : 1])
#pragma omp target enter data map(to : values_[0 : length_])
  }
  Field(const Field &) = delete;
  Field &operator=(const Field &) = delete;
  ~Field() {
#pragma omp target exit data map(release : values_[0 : length_])
#pragma omp target exit data map(release : this[0 : 1])
    delete[] values_;
  }
  void add(double x) {
    const int n = length_;
    double *const values = values_;
#pragma omp target map(tofrom : values[0 : n])
    for (int i = 0; i < n; i++)
      values[i] += x;
  }
  double back() {
#pragma omp target update from(values_[0 : length_])
    return values_[length_ - 1];
  }
};

int main() {
  double found = 0;
  {
    Field field(77);
    field.add(2);
    field.add(3);
    found = field.back();
  }
  cts_total("target.pair", 2, "target_emi kind=target endpoint=end");
  return found != 5;
}
