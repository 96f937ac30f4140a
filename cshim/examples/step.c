/* Trains by a captured step, without Python: examples/captured_step.py writes the archive, which holds the weights and a
   graph with the forward pass, the backward pass and the change of the weights.

     cc step.c $(python -m pytorch_c.config --cflags --libs) -o step && ./step step.pt 100 trained.pt

   Prints what the graph consists of and the loss of every twentieth step, and saves the trained archive. */
#include <pytorch_c.h>
#include <stdio.h>
#include <stdlib.h>

static void check(ptc_error error) {
  if (!error) return;
  fprintf(stderr, "error %d: %s\n", ptc_error_kind(error), error);
  ptc_error_free(error);
  exit(1);
}

/* Number of nodes of the captured graph that are calls of an operator of libtorch. */
static int operators(ptc_jit_module module) {
  ptc_jit_function forward;
  ptc_ir_graph graph;
  ptc_ir_block body;
  ptc_ir_node node, next;
  int count = 0;
  check(ptc_jit_module_method(module, "forward", &forward));
  check(ptc_ir_graph_of(forward, PTC_JIT_GRAPH_INLINED, &graph));
  check(ptc_ir_graph_block(graph, &body));
  for (check(ptc_ir_block_first(body, &node)); node; node = next) {
    char *schema;
    check(ptc_ir_node_schema(node, &schema));
    count += schema[0] == 'a';
    ptc_string_free(schema);
    check(ptc_ir_node_next(node, &next));
    ptc_ir_node_close(node);
  }
  ptc_ir_block_close(body);
  ptc_ir_graph_close(graph);
  ptc_jit_function_close(forward);
  return count;
}

/* 64 points of a square, and which of three parts of it they lie in. */
static void batch(ptc_tensor *x, ptc_tensor *y) {
  float points[64][2];
  int64_t parts[64], size[] = {64, 2};
  ptc_options longs = {PTC_OPTION_DTYPE, PTC_INT64, 0, 0, 0, 0, 0};
  for (int i = 0; i < 64; ++i) {
    points[i][0] = (float)(i % 8) / 4 - 0.875f;
    points[i][1] = (float)(i / 8) / 4 - 0.875f;
    parts[i] = points[i][0] < 0 ? 0 : points[i][1] < 0 ? 1 : 2;
  }
  check(ptc_tensor_from_data(points, sizeof points, size, 2, NULL, x));
  check(ptc_tensor_from_data(parts, sizeof parts, size, 1, &longs, y));
}

int main(int argc, char **argv) {
  ptc_jit_module module;
  ptc_jit_function step;
  ptc_tensor x, y;
  if (argc != 4) return fprintf(stderr, "step ARCHIVE STEPS TRAINED\n"), 2;
  check(ptc_require_abi(PTC_ABI_VERSION));
  check(ptc_set_grad_mode(false)); /* the backward pass is in the graph */
  check(ptc_jit_load(argv[1], PTC_CPU, 0, NULL, &module));
  check(ptc_jit_module_method(module, "forward", &step));
  batch(&x, &y);
  printf("operators: %d\n", operators(module));
  ptc_value in[2] = {{PTC_VALUE_TENSOR, 0, 0, 0, x, 0}, {PTC_VALUE_TENSOR, 0, 0, 0, y, 0}}, out;
  for (int i = 0, steps = atoi(argv[2]); i < steps; ++i) {
    ptc_scalar loss;
    check(ptc_jit_call(step, in, 2, NULL, &out));
    check(ptc_tensor_item((ptc_tensor)out.p, &loss));
    if (i % 20 == 0) printf("%.6f\n", loss.re);
    ptc_values_close(&out, 1);
  }
  check(ptc_jit_save(module, argv[3], NULL));
  ptc_tensor_close(x), ptc_tensor_close(y);
  ptc_jit_function_close(step);
  ptc_jit_module_close(module);
  return ptc_live_handles() != 0;
}
