/* The README's program: a product of matrices, an error, and nothing left open.

     cc first.c $(python -m pytorch_c.config --cflags --libs) -o first && ./first */
#include <pytorch_c.h>
#include <stdio.h>

static int failed(ptc_error error) {
  if (error) fprintf(stderr, "error %d: %s\n", ptc_error_kind(error), error);
  ptc_error_free(error);
  return error != NULL;
}

int main(void) {
  float numbers[] = {1, 2, 3, 4, 5, 6};
  int64_t size[] = {2, 3};
  ptc_tensor a = NULL, b = NULL, c = NULL;
  if (failed(ptc_require_abi(PTC_ABI_VERSION))) return 1;
  if (failed(ptc_tensor_from_data(numbers, sizeof numbers, size, 2, NULL, &a))) return 1;
  failed(ptc_mm(a, a, &c)); /* says what is wrong: 2x3 and 2x3 */
  if (failed(ptc_t(a, &b)) || failed(ptc_mm(a, b, &c)) || failed(ptc_tensor_print(c))) return 1;
  ptc_tensor_close(a), ptc_tensor_close(b), ptc_tensor_close(c);
  return ptc_live_handles() == 0 ? 0 : 1;
}
