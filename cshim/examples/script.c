/* Runs an archive of TorchScript and prints what it gives: for each tensor its size, its sum and
   that of its squares.

     cc script.c $(python -m pytorch_c.config --cflags --libs) -o script && ./script model.pt 1,3,32,32

   The arguments are those of forward: "2,3" is a tensor of ones of this size ("2," of one dimension), 3 and 0.5 are
   numbers. */
#include <pytorch_c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(ptc_error error) {
  if (!error) return;
  fprintf(stderr, "error %d: %s\n", ptc_error_kind(error), error);
  ptc_error_free(error);
  exit(1);
}

static double sum(ptc_tensor tensor) {
  ptc_tensor total;
  ptc_scalar value;
  check(ptc_sum(tensor, PTC_FLOAT64, &total));
  check(ptc_tensor_item(total, &value));
  ptc_tensor_close(total);
  return value.re;
}

static void print_tensor(ptc_tensor tensor) {
  ptc_tensor square;
  int64_t dim, size[16];
  check(ptc_tensor_dim(tensor, &dim));
  check(ptc_tensor_sizes(tensor, size, dim));
  printf("Tensor(");
  for (int64_t i = 0; i < dim; ++i) printf("%s%lld", i ? ", " : "", (long long)size[i]);
  check(ptc_mul_Tensor(tensor, tensor, &square));
  printf(") %.6g %.6g", sum(tensor), sum(square));
  ptc_tensor_close(square);
}

static void print_value(const ptc_value *v);
static void print_items(const char *open, const ptc_value *items, int64_t count, const char *close) {
  printf("%s", open);
  for (int64_t i = 0; i < count; ++i) {
    if (i) printf(", ");
    print_value(items + i);
  }
  printf("%s", close);
}

static void print_value(const ptc_value *v) {
  const ptc_value *items = v->p;
  switch (v->kind) {
  case PTC_VALUE_NONE: printf("None"); break;
  case PTC_VALUE_BOOL: printf(v->i ? "True" : "False"); break;
  case PTC_VALUE_INT: printf("%lld", (long long)v->i); break;
  case PTC_VALUE_FLOAT: printf("%.6g", v->re); break;
  case PTC_VALUE_STRING: printf("'%s'", (const char *)v->p); break;
  case PTC_VALUE_TENSOR: print_tensor((ptc_tensor)v->p); break;
  case PTC_VALUE_TENSORS:
    printf("[");
    for (int64_t i = 0; i < v->len; ++i) printf(i ? ", " : ""), print_tensor(((const ptc_tensor *)v->p)[i]);
    printf("]");
    break;
  case PTC_VALUE_INTS:
    printf("[");
    for (int64_t i = 0; i < v->len; ++i) printf("%s%lld", i ? ", " : "", (long long)((const int64_t *)v->p)[i]);
    printf("]");
    break;
  case PTC_VALUE_FLOATS:
    printf("[");
    for (int64_t i = 0; i < v->len; ++i) printf("%s%.6g", i ? ", " : "", ((const double *)v->p)[i]);
    printf("]");
    break;
  case PTC_VALUE_LIST: print_items("[", items, v->len, "]"); break;
  case PTC_VALUE_TUPLE: print_items("(", items, v->len, ")"); break;
  case PTC_VALUE_DICT:
    printf("{");
    for (int64_t i = 0; i < v->len; ++i) {
      print_items(i ? ", " : "", items + 2 * i, 1, ": ");
      print_value(items + 2 * i + 1);
    }
    printf("}");
    break;
  default: printf("(a value of kind %d)", (int)v->kind);
  }
}

/* The argument that a word means. */
static ptc_value argument(char *word) {
  ptc_value v = {PTC_VALUE_TENSOR, 0, 0, 0, NULL, 0};
  int64_t size[16], dim = 0;
  ptc_tensor ones;
  if (!strchr(word, ',')) {
    v.kind = strpbrk(word, ".e") ? PTC_VALUE_FLOAT : PTC_VALUE_INT;
    v.i = atoll(word);
    v.re = atof(word);
    return v;
  }
  for (char *one = strtok(word, ","); one && dim < 16; one = strtok(NULL, ",")) size[dim++] = atoll(one);
  check(ptc_ones(size, dim, NULL, &ones));
  v.p = ones;
  return v;
}

int main(int argc, char **argv) {
  ptc_jit_module module;
  ptc_value in[16], out;
  int count = argc - 2;
  if (count < 0 || count > 16) return fprintf(stderr, "script ARCHIVE ARGUMENT...\n"), 2;
  check(ptc_require_abi(PTC_ABI_VERSION));
  check(ptc_set_grad_mode(false));
  check(ptc_jit_load(argv[1], PTC_CPU, 0, NULL, &module));
  for (int i = 0; i < count; ++i) in[i] = argument(argv[i + 2]);
  check(ptc_jit_module_call(module, in, count, NULL, &out));
  print_value(&out);
  printf("\n");
  ptc_values_close(&out, 1);
  for (int i = 0; i < count; ++i)
    if (in[i].kind == PTC_VALUE_TENSOR) ptc_tensor_close((ptc_tensor)in[i].p);
  ptc_jit_module_close(module);
  return ptc_live_handles() != 0;
}
