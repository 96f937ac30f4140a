/* Graphs of TorchScript from C: read, changed, made a function; and every way to be wrong. */
#include "tagged.h"

static const char *source = "def f(x: Tensor, w: Tensor, up: bool) -> Tensor:\n"
                            "  y = torch.mm(x, w)\n"
                            "  if up:\n"
                            "    y = torch.relu(y)\n"
                            "  return y + 2\n";

/* True if a text that the library gave is this one; frees it. */
static int same(char *text, const char *wanted) {
  const int out = strcmp(text, wanted) == 0;
  if (!out) fprintf(stderr, "got \"%s\"\n", text);
  ptc_string_free(text);
  return out;
}
static int kind_is(ptc_ir_node node, const char *wanted) {
  char *kind;
  OK(ptc_ir_node_kind(node, &kind));
  return same(kind, wanted);
}
static int graph_has(ptc_ir_graph graph, const char *words) {
  char *text;
  OK(ptc_ir_graph_str(graph, false, &text));
  const int out = strstr(text, words) != NULL;
  ptc_string_free(text);
  return out;
}

/* The first node of a kind in a graph's own block. */
static ptc_ir_node find(ptc_ir_graph graph, const char *kind) {
  ptc_ir_block body;
  ptc_ir_node node, next;
  OK(ptc_ir_graph_block(graph, &body));
  OK(ptc_ir_block_first(body, &node));
  ptc_ir_block_close(body);
  while (node) {
    char *own;
    OK(ptc_ir_node_kind(node, &own));
    const int found = strcmp(own, kind) == 0;
    ptc_string_free(own);
    if (found) return node;
    OK(ptc_ir_node_next(node, &next));
    ptc_ir_node_close(node);
    node = next;
  }
  return NULL;
}
static ptc_ir_value output(ptc_ir_node node) {
  ptc_ir_value out;
  OK(ptc_ir_node_output(node, 0, &out));
  return out;
}

static ptc_jit_function compiled(ptc_jit_unit unit) {
  ptc_jit_function out;
  char *names;
  OK(ptc_jit_unit_define(unit, NULL, source, NULL, 1, NULL, &names));
  ptc_string_free(names);
  OK(ptc_jit_unit_function(unit, "f", &out));
  return out;
}

static void reading(ptc_ir_graph graph) {
  ptc_ir_node mm = find(graph, "aten::mm"), branch = find(graph, "prim::If"), other, user;
  ptc_ir_value value, input;
  ptc_ir_block block, owner;
  ptc_ir_type type, inner;
  ptc_value constant;
  char *text;
  int64_t count, offset, one, same_one;
  bool is;
  OK(ptc_ir_node_input_count(mm, &count));
  IS(count == 2);
  OK(ptc_ir_node_named_input(mm, "mat2", &value));
  OK(ptc_ir_value_name(value, &text));
  IS(same(text, "w.1"));
  FAILS(PTC_ERROR_VALUE, "aten::mm has no argument 'nope'", ptc_ir_node_named_input(mm, "nope", &input));
  FAILS(PTC_ERROR_INDEX, "2 of 2 inputs", ptc_ir_node_input(mm, 2, &input));
  FAILS(PTC_ERROR_INDEX, "-1 of 2 inputs", ptc_ir_node_input(mm, -1, &input));
  OK(ptc_ir_node_input(mm, 1, &input));
  OK(ptc_ir_value_id(value, &one));
  OK(ptc_ir_value_id(input, &same_one));
  IS(one == same_one);
  OK(ptc_ir_value_node(input, &other, &offset));
  IS(offset == 1 && kind_is(other, "prim::Param"));
  ptc_ir_node_close(other);
  OK(ptc_ir_value_type(input, &type));
  OK(ptc_ir_type_kind(type, &text));
  IS(same(text, "TensorType"));
  OK(ptc_ir_type_contained(type, 0, &inner));
  IS(inner == NULL);
  ptc_ir_type_close(type);
  ptc_ir_value_close(input);
  ptc_ir_value_close(value);
  OK(ptc_ir_node_schema(mm, &text));
  IS(same(text, "aten::mm(Tensor self, Tensor mat2) -> Tensor"));
  OK(ptc_ir_node_matches(mm, "aten::mm(Tensor self, Tensor mat2) -> Tensor", &is));
  IS(is);
  OK(ptc_ir_node_is_before(mm, branch, &is));
  IS(is);
  OK(ptc_ir_node_source(mm, &text));
  IS(strstr(text, "y = torch.mm(x, w)") != NULL);
  ptc_string_free(text);

  value = output(mm);
  OK(ptc_ir_value_use_count(value, &count));
  IS(count == 2); /* in a branch, and as what the other one gives */
  OK(ptc_ir_value_use(value, 0, &user, &offset));
  IS(kind_is(user, "aten::relu") && offset == 0);
  OK(ptc_ir_node_owner(user, &owner));
  OK(ptc_ir_block_owner(owner, &other));
  OK(ptc_ir_node_id(other, &one));
  OK(ptc_ir_node_id(branch, &same_one));
  IS(one == same_one);
  ptc_ir_node_close(other), ptc_ir_block_close(owner), ptc_ir_node_close(user);
  FAILS(PTC_ERROR_INDEX, "5 of 2 uses", ptc_ir_value_use(value, 5, &user, &offset));
  OK(ptc_ir_value_constant(value, &is, &constant));
  IS(!is && constant.kind == PTC_VALUE_NONE);
  ptc_ir_value_close(value);
  OK(ptc_ir_node_block_count(branch, &count));
  IS(count == 2);
  FAILS(PTC_ERROR_INDEX, "2 of 2 blocks", ptc_ir_node_block(branch, 2, &block));
  ptc_ir_node_close(branch);
  ptc_ir_node_close(mm);

  other = find(graph, "prim::Constant");
  OK(ptc_ir_node_attributes(other, &text));
  IS(same(text, "value"));
  OK(ptc_ir_node_attribute_kind(other, "value", &text));
  IS(same(text, "i"));
  OK(ptc_ir_node_attribute(other, "value", &constant));
  IS(constant.kind == PTC_VALUE_INT && constant.i == 1);
  FAILS(PTC_ERROR_RUNTIME, "required keyword attribute 'nope' is undefined",
        ptc_ir_node_attribute(other, "nope", &constant));
  ptc_ir_graph inside;
  FAILS(PTC_ERROR_RUNTIME, "has the wrong type", ptc_ir_node_graph_attribute(other, "value", 0, &inside));
  ptc_ir_node_close(other);
}

/* y + 2 becomes y * y. */
static void changing(ptc_jit_unit unit, ptc_ir_graph graph) {
  ptc_ir_node add = find(graph, "aten::add"), mul, gone, first;
  ptc_ir_value sum = output(add), y, product, inputs[2];
  ptc_jit_function f;
  ptc_value args[3], out;
  char *text;
  bool changed;
  OK(ptc_ir_node_input(add, 0, &y));
  inputs[0] = inputs[1] = y;
  FAILS(PTC_ERROR_VALUE, "'mul' is no kind of nodes", ptc_ir_graph_create(graph, "mul", inputs, 2, 1, &mul));
  FAILS(PTC_ERROR_VALUE, "only libtorch makes nodes of the kind prim::PythonOp",
        ptc_ir_graph_create(graph, "prim::PythonOp", inputs, 2, 1, &mul));
  FAILS(PTC_ERROR_VALUE, "argument 'outputs': -1", ptc_ir_graph_create(graph, "aten::mul", inputs, 2, -1, &mul));
  OK(ptc_ir_graph_create(graph, "aten::mul", inputs, 2, 1, &mul));
  FAILS(PTC_ERROR_VALUE, "in no block", ptc_ir_graph_set_insert_point(graph, mul));
  OK(ptc_ir_node_put(mul, add, false));
  FAILS(PTC_ERROR_VALUE, "the node itself", ptc_ir_node_put(mul, mul, true));
  FAILS(PTC_ERROR_VALUE, "in a block already", ptc_ir_graph_insert_node(graph, mul));
  product = output(mul);
  OK(ptc_ir_graph_set_insert_point(graph, add));
  FAILS(PTC_ERROR_RUNTIME, "of the node is used", ptc_ir_node_destroy(add));
  OK(ptc_ir_value_replace_all_uses(sum, product, NULL));
  OK(ptc_ir_node_destroy(add));
  FAILS(PTC_ERROR_RUNTIME, "the node was taken out of its graph", ptc_ir_node_kind(add, &text));
  FAILS(PTC_ERROR_RUNTIME, "the value was taken out of its graph", ptc_ir_value_name(sum, &text));
  FAILS(PTC_ERROR_RUNTIME, "the value was taken out of its graph",
        ptc_ir_graph_create(graph, "aten::mul", &sum, 1, 1, &gone));
  OK(ptc_ir_graph_insert_point(graph, &first)); /* the one of before is gone */
  IS(kind_is(first, "prim::Return"));
  OK(ptc_ir_graph_lint(graph));
  OK(ptc_ir_graph_pass(graph, "dce", &changed)); /* of the 2 */
  IS(!graph_has(graph, "prim::Constant"));
  FAILS(PTC_ERROR_VALUE, "there is no pass 'nope'", ptc_ir_graph_pass(graph, "nope", &changed));

  OK(ptc_ir_graph_function(graph, unit, "changed", &f));
  const float numbers[] = {1, -2};
  ptc_tensor x = matrix(numbers, 2, 1), w = matrix(numbers, 1, 2);
  args[0] = tensor(x), args[1] = tensor(w), args[2] = value(PTC_VALUE_BOOL, 1, 0);
  OK(ptc_jit_call(f, args, 3, NULL, &out)); /* relu([[1, -2], [-2, 4]]) ** 2 */
  IS(total(tensor_in(&out)) == 17);
  ptc_values_close(&out, 1);
  ptc_tensor_close(x), ptc_tensor_close(w);
  ptc_jit_function_close(f);

  /* A value that is used before it is there is found before the graph runs. */
  OK(ptc_ir_node_put(mul, first, false));
  gone = find(graph, "aten::mm");
  OK(ptc_ir_node_put(mul, gone, false));
  FAILS(PTC_ERROR_RUNTIME, "is used before it is there", ptc_ir_graph_lint(graph));
  FAILS(PTC_ERROR_RUNTIME, "is used before it is there", ptc_ir_graph_function(graph, unit, "wrong", &f));
  FAILS(PTC_ERROR_RUNTIME, "is used before it is there", ptc_ir_graph_pass(graph, "inline", &changed));
  FAILS(PTC_ERROR_RUNTIME, "is used before it is there", ptc_ir_graph_copy(graph, &graph));
  ptc_ir_node_close(gone), ptc_ir_node_close(first), ptc_ir_node_close(add), ptc_ir_node_close(mul);
  ptc_ir_value_close(sum), ptc_ir_value_close(y), ptc_ir_value_close(product);
}

/* Graphs as text: those that are not whole are read, and then refused. */
static void parsing(ptc_jit_unit unit) {
  static const char *wrong[][2] = {
      {"graph(%x : Tensor):\n  %y : Tensor = aten::relu(%x, %x, %x)\n  return (%y)\n", "takes these inputs"},
      {"graph(%x : Tensor):\n  %y : Tensor = prim::If(%x)\n  return (%y)\n", "two blocks"},
      {"graph(%x : Tensor):\n  %y : Tensor = prim::Loop(%x, %x, %x)\n  return (%y)\n", "one block"},
      {"graph(%x : Tensor):\n  %y : Tensor, %z : Tensor = prim::TupleUnpack(%x)\n  return (%y)\n",
       "number of elements"},
      {"graph(%x : Tensor):\n  %y : int = prim::Constant()\n  return (%y)\n", "a constant has a value"},
      {"graph(%x : Tensor):\n  %y : Tensor = prim::GetAttr[name=\"a\"](%x)\n  return (%y)\n", "no such attribute"},
  };
  ptc_ir_graph graph;
  ptc_jit_function f;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    bool changed;
    OK(ptc_ir_graph_parse(wrong[i][0], false, &graph));
    FAILS(PTC_ERROR_RUNTIME, wrong[i][1], ptc_ir_graph_function(graph, unit, "wrong", &f));
    FAILS(PTC_ERROR_RUNTIME, wrong[i][1], ptc_ir_graph_pass(graph, "constant_propagation", &changed));
    ptc_ir_graph_close(graph);
  }
  FAILS(PTC_ERROR_RUNTIME, "", ptc_ir_graph_parse("graph(%x) nonsense", false, &graph));
  FAILS(PTC_ERROR_RUNTIME, "",
        ptc_ir_graph_parse("graph(%x : Tensor):\n  %y : Tensor, %z : Tensor = aten::relu(%x)\n"
                           "  return (%y)\n",
                           false, &graph));
  FAILS(PTC_ERROR_TYPE, "a string is needed, got NULL", ptc_ir_graph_parse(NULL, false, &graph));
  FAILS(PTC_ERROR_VALUE, "only libtorch makes nodes of the kind prim::profile",
        ptc_ir_graph_parse("graph(%x : Tensor):\n  %y : Tensor = prim::profile(%x)\n  return (%y)\n", false, &graph));
  OK(ptc_ir_graph_new(&graph));
  FAILS(PTC_ERROR_VALUE, "a function has an output", ptc_ir_graph_function(graph, unit, "empty", &f));
  ptc_ir_graph_close(graph);
}

/* A handle keeps its graph; those of other graphs are refused. */
static void lifetimes(ptc_ir_graph graph) {
  ptc_ir_graph copy;
  ptc_ir_node mm, clone;
  ptc_ir_value value, stranger;
  char *text;
  OK(ptc_ir_graph_copy(graph, &copy));
  mm = find(copy, "aten::mm");
  value = output(mm);
  ptc_ir_graph_close(copy);
  OK(ptc_ir_value_name(value, &text));
  ptc_string_free(text);
  FAILS(PTC_ERROR_VALUE, "the value is one of another graph",
        ptc_ir_graph_create(graph, "aten::relu", &value, 1, 1, &clone));
  FAILS(PTC_ERROR_VALUE, "of the other graph is missing", ptc_ir_graph_clone(graph, mm, NULL, 0, NULL, 0, &clone));
  FAILS(PTC_ERROR_TYPE, "a node is needed, got NULL", ptc_ir_node_kind(NULL, &text));
  FAILS(PTC_ERROR_TYPE, "a value is needed, got NULL", ptc_ir_node_add_input(mm, NULL));
  FAILS(PTC_ERROR_TYPE, "a block is needed, got NULL", ptc_ir_block_first(NULL, &clone));
  FAILS(PTC_ERROR_TYPE, "a graph is needed, got NULL", ptc_ir_graph_copy(NULL, &copy));
  FAILS(PTC_ERROR_TYPE, "a type is needed, got NULL", ptc_ir_value_set_type(value, NULL));
  OK(ptc_ir_node_input(mm, 0, &stranger));
  FAILS(PTC_ERROR_VALUE, "Invalid name: '12'", ptc_ir_value_set_name(stranger, "12"));
  ptc_ir_value_close(stranger);
  ptc_ir_value_close(value);
  ptc_ir_node_close(mm);
}

int main(void) {
  ptc_jit_unit unit;
  ptc_ir_graph graph, copy;
  OK(ptc_jit_unit_new(&unit));
  ptc_jit_function f = compiled(unit);
  OK(ptc_ir_graph_of(f, PTC_JIT_GRAPH_PLAIN, &graph));
  FAILS(PTC_ERROR_VALUE, "unknown number 9", ptc_ir_graph_of(f, 9, &copy));
  reading(graph);
  OK(ptc_ir_graph_copy(graph, &copy));
  lifetimes(graph);
  changing(unit, copy);
  IS(graph_has(graph, "aten::add"));
  ptc_ir_graph_close(copy);
  ptc_ir_graph_close(graph);
  parsing(unit);
  ptc_jit_function_close(f);
  ptc_jit_unit_close(unit);
  return done("jit_graph");
}
