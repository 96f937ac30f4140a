/* A model that torch has compiled, run from C:

     compiled PACKAGE [MODEL]

   prints the model's constants and the sum of each result for inputs of ones, which it makes from the sizes
   given on its standard input, a line for each: "5 4". */
#include <pytorch_c.h>

#include <stdio.h>
#include <stdlib.h>

static void check(ptc_error error) {
  if (!error) return;
  fprintf(stderr, "%s\n", error);
  ptc_error_free(error);
  exit(1);
}

/* Ones of the sizes in a line; false at the end of the input. */
static int read_input(ptc_tensor *out) {
  char line[200], *rest = line, *end;
  int64_t size[8], count = 0;
  if (!fgets(line, sizeof line, stdin)) return 0;
  while (count < 8) {
    size[count] = strtoll(rest, &end, 10);
    if (end == rest) break;
    rest = end;
    ++count;
  }
  check(ptc_ones(size, count, NULL, out));
  return 1;
}

int main(int argc, char **argv) {
  ptc_aoti model;
  ptc_tensor inputs[16];
  ptc_tensor_list results;
  char *names;
  int64_t i, count = 0;
  if (argc < 2) return fprintf(stderr, "usage: compiled PACKAGE [MODEL]\n"), 2;
  check(ptc_require_abi(PTC_ABI_VERSION));
  check(ptc_aoti_load(argv[1], argc > 2 ? argv[2] : "model", 0, 1, PTC_UNSET, &model));
  check(ptc_aoti_constants(model, &names));
  printf("%s\n", names);
  ptc_string_free(names);
  while (count < 16 && read_input(&inputs[count])) ++count;
  check(ptc_aoti_run(model, inputs, count, &results));
  for (i = 0; i < ptc_tensor_list_length(results); ++i) {
    ptc_tensor result, sum;
    ptc_scalar value;
    check(ptc_tensor_list_get(results, i, &result));
    check(ptc_sum(result, PTC_FLOAT64, &sum));
    check(ptc_tensor_item(sum, &value));
    printf("%.6f\n", value.re);
    ptc_tensor_close(sum);
    ptc_tensor_close(result);
  }
  while (count) ptc_tensor_close(inputs[--count]);
  ptc_tensor_list_close(results);
  ptc_aoti_close(model);
  return ptc_live_handles() != 0;
}
