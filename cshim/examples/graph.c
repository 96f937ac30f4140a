/* Draws the graph of tanh(a @ b), as text for graphviz: the nodes, what their results look like, and what they saved.

     cc graph.c $(python -m pytorch_c.config --cflags --libs) -o graph && ./graph | dot -Tsvg > graph.svg */
#include <pytorch_c.h>
#include <stdio.h>
#include <stdlib.h>

static void check(ptc_error error) {
  if (!error) return;
  fprintf(stderr, "error: %s\n", error);
  exit(1);
}

/* "(2, 3)" */
static void print_sizes(ptc_tensor tensor) {
  ptc_description about;
  check(ptc_tensor_describe(tensor, &about));
  printf("(");
  for (int64_t i = 0; i < about.dim; ++i) printf(i ? ", %lld" : "%lld", (long long)about.sizes[i]);
  printf(")");
}

static void draw(ptc_node node) {
  int64_t id, count, gradient;
  char *name;
  ptc_tensor tensor;
  ptc_tensor_list saved;
  check(ptc_node_id(node, &id));
  check(ptc_node_name(node, &name));
  check(ptc_node_result(node, 0, &tensor));
  printf("  n%lld [label=\"%s ", (long long)id, name);
  print_sizes(tensor);
  printf("\"]\n");
  ptc_string_free(name);
  ptc_tensor_close(tensor);
  check(ptc_node_saved(node, &saved));
  for (int64_t i = 0; i < ptc_tensor_list_length(saved); ++i) {
    check(ptc_tensor_list_get(saved, i, &tensor));
    printf("  n%lld -> \"saved ", (long long)id);
    print_sizes(tensor);
    printf("\" [style=dashed]\n");
    ptc_tensor_close(tensor);
  }
  ptc_tensor_list_close(saved);
  check(ptc_node_next_count(node, &count));
  for (int64_t i = 0; i < count; ++i) {
    ptc_node next;
    int64_t next_id;
    check(ptc_node_next(node, i, &next, &gradient));
    if (!next) continue;
    check(ptc_node_id(next, &next_id));
    printf("  n%lld -> n%lld\n", (long long)id, (long long)next_id);
    draw(next);
    ptc_node_close(next);
  }
}

int main(void) {
  float numbers[] = {1, 2, 3, 4, 5, 6};
  int64_t wide[] = {2, 3}, high[] = {3, 2};
  ptc_options options = {.set = PTC_OPTION_REQUIRES_GRAD, .requires_grad = 1};
  ptc_tensor a, b, product, result;
  ptc_node node;
  check(ptc_require_abi(PTC_ABI_VERSION));
  check(ptc_tensor_from_data(numbers, sizeof numbers, wide, 2, &options, &a));
  check(ptc_tensor_from_data(numbers, sizeof numbers, high, 2, &options, &b));
  check(ptc_mm(a, b, &product));
  check(ptc_tanh(product, &result));
  check(ptc_tensor_grad_fn(result, &node));
  printf("digraph {\n");
  draw(node);
  printf("}\n");
  ptc_node_close(node);
  ptc_tensor_close(a), ptc_tensor_close(b), ptc_tensor_close(product), ptc_tensor_close(result);
  return ptc_live_handles() == 0 ? 0 : 1;
}
