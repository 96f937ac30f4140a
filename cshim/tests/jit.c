/* TorchScript from C: compiled, saved, loaded, called; and every way to be wrong. */
#include "tagged.h"

static const float four[] = {1, 2, 3, 4};

static ptc_jit_function compiled(ptc_jit_unit unit, const char *source, const char *name) {
  ptc_jit_function out;
  char *names;
  OK(ptc_jit_unit_define(unit, "__torch__", source, NULL, 1, NULL, &names));
  ptc_string_free(names);
  OK(ptc_jit_unit_function(unit, name, &out));
  return out;
}

static void functions(void) {
  ptc_tensor a = matrix(four, 2, 2);
  ptc_jit_unit unit;
  ptc_value args[3], out;
  char *made;
  OK(ptc_jit_unit_new(&unit));
  ptc_jit_function f = compiled(unit,
                                "def twice(x: Tensor, by: float = 2.0) -> Tensor:\n  return x * by\n"
                                "def f(x: Tensor, n: int = 1):\n  return twice(x) + n\n",
                                "__torch__.f");
  args[0] = tensor(a);
  OK(ptc_jit_call(f, args, 1, NULL, &out));
  IS(out.kind == PTC_VALUE_TENSOR && total(tensor_in(&out)) == 24);
  ptc_values_close(&out, 1);
  args[1] = value(PTC_VALUE_INT, 5, 0);
  OK(ptc_jit_call(f, args, 2, "n", &out));
  IS(total(tensor_in(&out)) == 40);
  ptc_values_close(&out, 1);
  FAILS(PTC_ERROR_SCRIPT_TYPE, "f() has no argument 'm'", ptc_jit_call(f, args, 2, "m", &out));
  FAILS(PTC_ERROR_SCRIPT_TYPE, "argument 'x' is given twice", ptc_jit_call(f, args, 2, "x", &out));
  FAILS(PTC_ERROR_SCRIPT_TYPE, "argument 'x' is missing", ptc_jit_call(f, args + 1, 1, "n", &out));
  args[1] = text("two");
  FAILS(PTC_ERROR_SCRIPT_TYPE, "argument 'n' must be int, not str", ptc_jit_call(f, args, 2, NULL, &out));
  IS(out.kind == PTC_VALUE_NONE && out.p == NULL);
  FAILS(PTC_ERROR_SCRIPT_TYPE, "takes 2 arguments, got 3", ptc_jit_call(f, args, 3, NULL, &out));
  FAILS(PTC_ERROR_TYPE, "a function is needed, got NULL", ptc_jit_call(NULL, args, 3, NULL, &out));

  OK(ptc_jit_function_schema(f, &made));
  IS(strcmp(made, "f(Tensor x, int n=1) -> Tensor") == 0);
  ptc_string_free(made);
  OK(ptc_jit_function_graph(f, PTC_JIT_GRAPH_PLAIN, &made));
  IS(strstr(made, "prim::CallFunction") != NULL);
  ptc_string_free(made);
  OK(ptc_jit_function_graph(f, PTC_JIT_GRAPH_INLINED, &made));
  IS(strstr(made, "prim::CallFunction") == NULL && strstr(made, "aten::mul") != NULL);
  ptc_string_free(made);
  FAILS(PTC_ERROR_VALUE, "unknown number 9", ptc_jit_function_graph(f, 9, &made));
  OK(ptc_jit_function_code(f, &made, &out));
  IS(strstr(made, "def f(x: Tensor,") != NULL && out.kind == PTC_VALUE_LIST && out.len == 0);
  ptc_string_free(made);
  ptc_values_close(&out, 1);
  ptc_jit_function_close(f);

  /* An error in a source shows the place; one while it runs, the lines that led there. */
  FAILS(PTC_ERROR_RUNTIME, "File \"mine.py\", line 8\n",
        ptc_jit_unit_define(unit, NULL, "def g(x):\n  return torch.nope(x)\n", "mine.py", 7, NULL, &made));
  FAILS(PTC_ERROR_RUNTIME, "~~~~~~~~~~ <--- HERE",
        ptc_jit_unit_define(unit, NULL, "def g(x):\n  return torch.nope(x)\n", "mine.py", 7, NULL, &made));
  FAILS(PTC_ERROR_RUNTIME, "expected", ptc_jit_unit_define(unit, NULL, "def g(x:\n", NULL, 1, NULL, &made));
  FAILS(PTC_ERROR_VALUE, "lines begin with 1",
        ptc_jit_unit_define(unit, NULL, "def g(x):\n  return x\n", NULL, 0, NULL, &made));
  FAILS(PTC_ERROR_VALUE, "'a-b' is no name",
        ptc_jit_unit_define(unit, "a-b", "def g(x):\n  return x\n", NULL, 1, NULL, &made));
  f = compiled(unit, "def h(x: Tensor):\n  return torch.mm(x, x[:1])\n", "__torch__.h");
  ptc_error error = ptc_jit_call(f, args, 1, NULL, &out);
  IS(error && ptc_error_kind(error) == PTC_ERROR_RUNTIME &&
     strstr(error, "torch.mm(x, x[:1])\n         ~~~~~~~~ <--- HERE"));
  IS(strstr(error, "mat1 and mat2 shapes cannot be multiplied (2x2 and 1x2)") && !strstr(error, ".cpp") &&
     !strstr(error, "frame #"));
  ptc_error_free(error);
  ptc_jit_function_close(f);
  f = compiled(unit,
               "def r(x: Tensor) -> Tensor:\n  if bool(x.sum() > 0):\n    raise RuntimeError(\"no\")\n  return x\n",
               "__torch__.r");
  FAILS(PTC_ERROR_SCRIPT, "RuntimeError: no", ptc_jit_call(f, args, 1, NULL, &out));
  ptc_jit_function_close(f);
  FAILS(PTC_ERROR_VALUE, "no function 'nope'", ptc_jit_unit_function(unit, "nope", &f));
  ptc_jit_unit_close(unit);
  ptc_tensor_close(a);
}

/* Lists, tuples and dicts that hold each other, both ways, and the place of a fault. */
static void nested(void) {
  ptc_tensor a = matrix(four, 2, 2);
  ptc_jit_unit unit;
  ptc_value out, dict[4], list[2], args[3], deep[2];
  OK(ptc_jit_unit_new(&unit));
  ptc_jit_function f = compiled(unit,
                                "def f(d: Dict[str, List[Tensor]], p: Tuple[int, Optional[str]], u: List[float]):\n"
                                "  k = list(d.keys())\n  return k, d, (p[1], [p[0], 7], {1: u})\n",
                                "__torch__.f");
  list[0] = list[1] = tensor(a);
  dict[0] = text("b");
  dict[1] = pointer(PTC_VALUE_LIST, list, 2);
  dict[2] = text("a");
  dict[3] = pointer(PTC_VALUE_TENSORS, NULL, 0);
  args[0] = pointer(PTC_VALUE_DICT, dict, 2);
  list[0] = value(PTC_VALUE_INT, 3, 0);
  list[1] = value(PTC_VALUE_NONE, 0, 0);
  ptc_value pair[2];
  pair[0] = list[0];
  pair[1] = list[1];
  list[0] = list[1] = tensor(a);
  args[1] = pointer(PTC_VALUE_TUPLE, pair, 2);
  ptc_value floats[2];
  floats[0] = value(PTC_VALUE_FLOAT, 0, 0.5);
  floats[1] = value(PTC_VALUE_INT, 2, 0);
  args[2] = pointer(PTC_VALUE_LIST, floats, 2);
  OK(ptc_jit_call(f, args, 3, NULL, &out));
  IS(out.kind == PTC_VALUE_TUPLE && out.len == 3);
  const ptc_value *in = out.p;
  IS(in[0].kind == PTC_VALUE_LIST && in[0].len == 2 && strcmp(((const ptc_value *)in[0].p)[0].p, "b") == 0);
  IS(in[1].kind == PTC_VALUE_DICT && in[1].len == 2);
  const ptc_value *entry = in[1].p;
  IS(strcmp(entry[0].p, "b") == 0 && entry[1].kind == PTC_VALUE_TENSORS && entry[1].len == 2 && entry[3].len == 0);
  const ptc_value *last = in[2].p;
  IS(last[0].kind == PTC_VALUE_NONE && last[1].kind == PTC_VALUE_INTS && ((const int64_t *)last[1].p)[1] == 7);
  entry = last[2].p;
  IS(entry[0].i == 1 && entry[1].kind == PTC_VALUE_FLOATS && ((const double *)entry[1].p)[1] == 2);
  ptc_values_close(&out, 1);
  IS(out.kind == PTC_VALUE_NONE && out.p == NULL);

  list[1] = text("x");
  FAILS(PTC_ERROR_SCRIPT_TYPE, "f(): argument 'd': value 0: item 1 must be Tensor, not str",
        ptc_jit_call(f, args, 3, NULL, &out));
  list[1] = tensor(NULL);
  FAILS(PTC_ERROR_SCRIPT_TYPE, "argument 'd': value 0: item 1 is NULL", ptc_jit_call(f, args, 3, NULL, &out));
  list[1] = tensor(a);
  dict[2] = value(PTC_VALUE_INT, 1, 0);
  FAILS(PTC_ERROR_SCRIPT_TYPE, "argument 'd': key 1 must be str, not int", ptc_jit_call(f, args, 3, NULL, &out));
  dict[2] = text("a");
  args[1].len = 1;
  FAILS(PTC_ERROR_SCRIPT_TYPE, "argument 'p' must be (int, str?), not a tuple of 1",
        ptc_jit_call(f, args, 3, NULL, &out));
  args[1].len = -1;
  FAILS(PTC_ERROR_VALUE, "the length is negative", ptc_jit_call(f, args, 3, NULL, &out));
  args[1] = pointer(PTC_VALUE_TUPLE, NULL, 2);
  FAILS(PTC_ERROR_VALUE, "the list is NULL", ptc_jit_call(f, args, 3, NULL, &out));
  args[1] = value(99, 0, 0);
  FAILS(PTC_ERROR_VALUE, "unknown kind 99", ptc_jit_call(f, args, 3, NULL, &out));
  ptc_jit_function_close(f);

  /* A list that holds itself ends. */
  f = compiled(unit, "def any(x: Any) -> Any:\n  return x\n", "__torch__.any");
  deep[0] = pointer(PTC_VALUE_LIST, deep, 1);
  FAILS(PTC_ERROR_VALUE, "may hold each other 100 deep", ptc_jit_call(f, deep, 1, NULL, &out));
  deep[0] = pointer(PTC_VALUE_LIST, floats, 2);
  OK(ptc_jit_call(f, deep, 1, NULL, &out));
  IS(out.kind == PTC_VALUE_LIST && out.len == 2 && ((const ptc_value *)out.p)[1].kind == PTC_VALUE_INT);
  ptc_values_close(&out, 1);
  ptc_jit_function_close(f);
  ptc_jit_unit_close(unit);
  ptc_tensor_close(a);
}

/* Classes, enums, named tuples and futures. */
static void objects(void) {
  ptc_tensor a = matrix(four, 2, 2);
  ptc_jit_unit unit;
  ptc_jit_scope scope;
  ptc_value args[2], object, out, more;
  char *names;
  bool there;
  OK(ptc_jit_unit_new(&unit));
  OK(ptc_jit_unit_define_classes(
      unit, "mine",
      "class Pair(NamedTuple):\n  x : Tensor\n  n : int\n"
      "class Color(Enum):\n  RED = 1\n  BLUE = 2\n"
      "class Counter:\n  n : int\n"
      "  def __init__(self: mine.Counter, n: int) -> NoneType:\n    self.n = n\n    return None\n"
      "  def add(self: mine.Counter, k: int) -> int:\n    self.n = self.n + k\n    return self.n\n"));
  OK(ptc_jit_unit_has_class(unit, "mine.Counter", &there));
  IS(there);
  args[0] = value(PTC_VALUE_INT, 3, 0);
  OK(ptc_jit_unit_object(unit, "mine.Counter", args, 1, NULL, &object));
  IS(object.kind == PTC_VALUE_OBJECT);
  ptc_jit_function add;
  OK(ptc_value_method(&object, "add", &add));
  OK(ptc_jit_call(add, args, 1, NULL, &out));
  IS(out.i == 6);
  OK(ptc_value_attr(&object, "n", &out));
  IS(out.i == 6);
  OK(ptc_value_set_attr(&object, "n", args));
  FAILS(PTC_ERROR_VALUE, "has no attribute 'm'", ptc_value_attr(&object, "m", &out));
  FAILS(PTC_ERROR_TYPE, "a future is needed", ptc_value_wait(&object, &out));
  ptc_jit_function_close(add);
  ptc_values_close(&object, 1);

  OK(ptc_jit_scope_new(unit, &scope));
  OK(ptc_jit_scope_type(scope, "Pair", "mine.Pair"));
  OK(ptc_jit_scope_type(scope, "Color", "mine.Color"));
  OK(ptc_jit_scope_form(scope, "fork", "fork"));
  OK(ptc_jit_scope_operator(scope, "plus", "aten::add"));
  ptc_value offset = value(PTC_VALUE_INT, 40, 0);
  OK(ptc_jit_scope_value(scope, "OFFSET", &offset, NULL));
  FAILS(PTC_ERROR_VALUE, "is no type", ptc_jit_scope_type(scope, "Nope", "mine.Nope"));
  FAILS(PTC_ERROR_VALUE, "there is no form 'nope'", ptc_jit_scope_form(scope, "nope", "nope"));
  OK(ptc_jit_unit_define(unit, NULL,
                         "def slow(x: Tensor):\n  return x + 1\n"
                         "def f(x: Tensor, c: Color):\n"
                         "  return Pair(plus(x, OFFSET), c.value), Color.BLUE, fork(slow, x)\n",
                         NULL, 1, scope, &names));
  IS(strcmp(names, "slow\nf") == 0);
  ptc_string_free(names);
  ptc_jit_scope_close(scope);
  ptc_jit_function f;
  OK(ptc_jit_unit_function(unit, "f", &f));
  args[0] = tensor(a);
  args[1] = text("RED");
  OK(ptc_jit_call(f, args, 2, NULL, &out));
  const ptc_value *in = out.p, *fields = in[0].p;
  IS(in[0].kind == PTC_VALUE_NAMED_TUPLE && in[0].len == 2 && strcmp(fields[0].p, "Pair") == 0);
  IS(strcmp(fields[1].p, "x") == 0 && total(tensor_in(&fields[2])) == 170 && fields[4].i == 1);
  OK(ptc_value_enum(&in[1], &names, &more));
  IS(strcmp(names, "BLUE") == 0 && more.i == 2);
  ptc_string_free(names);
  OK(ptc_value_type(&in[2], &names));
  IS(strcmp(names, "Future[Tensor]") == 0);
  ptc_string_free(names);
  OK(ptc_value_wait(&in[2], &more));
  IS(total(tensor_in(&more)) == 14);
  ptc_values_close(&more, 1);
  ptc_values_close(&out, 1);
  args[1] = text("GREEN");
  FAILS(PTC_ERROR_VALUE, "has no member 'GREEN'", ptc_jit_call(f, args, 2, NULL, &out));
  ptc_jit_function_close(f);
  ptc_jit_unit_close(unit);
  ptc_tensor_close(a);
}

static ptc_jit_module net(ptc_jit_unit unit, ptc_tensor weight) {
  ptc_jit_module layer, out;
  ptc_value scale = value(PTC_VALUE_INT, 10, 0);
  OK(ptc_jit_module_new(unit, "__torch__.Layer", &layer));
  OK(ptc_jit_module_register_parameter(layer, "weight", weight));
  OK(ptc_jit_module_define(layer, "def forward(self, x: Tensor):\n  return x @ self.weight\n", NULL, 1, NULL));
  OK(ptc_jit_module_new(unit, "__torch__.Net", &out));
  OK(ptc_jit_module_register_module(out, "layer", layer));
  OK(ptc_jit_module_add_constant(out, "scale", &scale, NULL));
  OK(ptc_jit_module_register_attribute(out, "calls", "int", &scale));
  OK(ptc_jit_module_define(out,
                           "def forward(self, x: Tensor):\n  if self.training:\n    x = x + 1\n"
                           "  return self.layer(x) * self.scale\n",
                           NULL, 1, NULL));
  ptc_jit_module_close(layer);
  return out;
}

static double result_of(ptc_jit_module module, ptc_tensor x) {
  ptc_jit_function forward;
  ptc_value arg = tensor(x), out;
  OK(ptc_jit_module_method(module, "forward", &forward));
  OK(ptc_jit_call(forward, &arg, 1, NULL, &out));
  double sum = total(tensor_in(&out));
  ptc_values_close(&out, 1);
  ptc_jit_function_close(forward);
  return sum;
}

static void modules(void) {
  static const float eye[] = {1, 0, 0, 1};
  ptc_tensor a = matrix(four, 2, 2), weight = matrix(eye, 2, 2);
  ptc_jit_unit unit;
  ptc_jit_module other, frozen, none;
  ptc_value out;
  char *names;
  int64_t member;
  bool yes;
  OK(ptc_jit_unit_new(&unit));
  ptc_jit_module module = net(unit, weight);
  IS(result_of(module, a) == 140);
  FAILS(PTC_ERROR_RUNTIME, "only a module in eval mode", ptc_jit_module_freeze(module, NULL, true, &frozen));
  OK(ptc_jit_module_train(module, false));
  OK(ptc_jit_module_is_training(module, &yes));
  IS(!yes && result_of(module, a) == 100);
  OK(ptc_jit_module_names(module, PTC_JIT_PARAMETER, true, &names));
  IS(strcmp(names, "layer.weight") == 0);
  ptc_string_free(names);
  OK(ptc_jit_module_has(module, "scale", &member));
  IS(member == PTC_JIT_CONSTANT);
  OK(ptc_jit_module_attr_type(module, "calls", &names));
  IS(strcmp(names, "int") == 0);
  ptc_string_free(names);
  out = text("x");
  FAILS(PTC_ERROR_SCRIPT_TYPE, "argument 'value' must be int, not str", ptc_jit_module_set_attr(module, "calls", &out));
  FAILS(PTC_ERROR_VALUE, "has no submodule 'nope'", ptc_jit_module_module(module, "layer.nope", &other));
  FAILS(PTC_ERROR_VALUE, "cannot be a submodule of itself", ptc_jit_module_register_module(module, "me", module));
  FAILS(PTC_ERROR_VALUE, "has another member 'layer'", ptc_jit_module_register_parameter(module, "layer", weight));

  /* A parameter shares its memory with the host's. */
  OK(ptc_jit_module_module(module, "layer", &other));
  OK(ptc_jit_module_attr(other, "weight", &out));
  OK(ptc_tensor_is_same(tensor_in(&out), weight, &yes));
  IS(yes);
  ptc_values_close(&out, 1);
  ptc_jit_module_close(other);
  OK(ptc_jit_module_deepcopy(module, &other));
  OK(ptc_zero_(weight));
  IS(result_of(module, a) == 0 && result_of(other, a) == 100);
  OK(ptc_jit_module_freeze(other, NULL, true, &frozen));
  IS(result_of(frozen, a) == 100);
  OK(ptc_jit_module_names(frozen, PTC_JIT_PARAMETER, true, &names));
  IS(strcmp(names, "") == 0);
  ptc_string_free(names);
  FAILS(PTC_ERROR_VALUE, "no attribute or method 'nope'", ptc_jit_module_freeze(other, "nope", true, &none));
  ptc_jit_module_close(frozen);
  OK(ptc_jit_module_optimize_for_inference(other, NULL, &frozen));
  IS(result_of(frozen, a) == 100);
  ptc_jit_module_close(frozen);
  OK(ptc_jit_module_to(other, PTC_UNSET, PTC_UNSET, PTC_FLOAT64, false));
  FAILS(PTC_ERROR_SCRIPT_TYPE, "floating point", ptc_jit_module_to(other, PTC_UNSET, PTC_UNSET, PTC_INT64, false));
  ptc_jit_module_close(other);
  ptc_jit_module_close(module);
  ptc_jit_unit_close(unit);
  ptc_tensor_close(weight);
  ptc_tensor_close(a);
}

/* ---- archives ---- */

struct buffer {
  char *data;
  int64_t length;
  int fail;
  int destroyed;
};

static void destroyed(void *context) { ++((struct buffer *)context)->destroyed; }

static ptc_error take(void *context, const void *data, int64_t nbytes) {
  struct buffer *to = context;
  if (to->fail) return ptc_error_new(PTC_ERROR_HOST, "the host has no room");
  to->data = realloc(to->data, (size_t)(to->length + nbytes));
  memcpy(to->data + to->length, data, (size_t)nbytes);
  to->length += nbytes;
  return NULL;
}

static ptc_error hand_out(void *context, int64_t offset, void *out, int64_t nbytes, int64_t *count) {
  struct buffer *from = context;
  if (from->fail) return ptc_error_new(PTC_ERROR_HOST, "the host has lost it");
  *count = offset + nbytes > from->length ? from->length - offset : nbytes;
  memcpy(out, from->data + offset, (size_t)*count);
  return NULL;
}

static void archives(void) {
  static const float eye[] = {1, 0, 0, 1};
  ptc_tensor a = matrix(four, 2, 2), weight = matrix(eye, 2, 2);
  struct buffer archive = {NULL, 0, 0, 0};
  ptc_value names[2], extra;
  ptc_jit_unit unit;
  ptc_jit_module module, loaded;
  char *content;
  int64_t nbytes, i;
  OK(ptc_jit_unit_new(&unit));
  module = net(unit, weight);
  OK(ptc_jit_module_train(module, false));
  names[0] = text("labels.txt");
  names[1] = pointer(PTC_VALUE_STRING, "cat\0dog", 7);
  extra = pointer(PTC_VALUE_DICT, names, 1);
  OK(ptc_jit_save_stream(module, &extra, take, &archive, destroyed));
  IS(archive.destroyed == 1 && archive.length > 500);
  OK(ptc_jit_load_memory(archive.data, archive.length, PTC_UNSET, PTC_UNSET, "labels.txt\nnope", &loaded));
  IS(result_of(loaded, a) == 100);
  OK(ptc_jit_module_extra_file(loaded, "labels.txt", &content, &nbytes));
  IS(nbytes == 7 && memcmp(content, "cat\0dog", 8) == 0);
  ptc_string_free(content);
  OK(ptc_jit_module_extra_file(loaded, "nope", &content, &nbytes));
  IS(content == NULL && nbytes == 0);
  ptc_jit_module_close(loaded);
  OK(ptc_jit_load_stream(hand_out, &archive, destroyed, archive.length, PTC_CPU, 0, NULL, &loaded));
  IS(archive.destroyed == 2 && result_of(loaded, a) == 100);
  OK(ptc_jit_save_memory(loaded, NULL, &content, &nbytes));
  IS(nbytes > 500 && memcmp(content, "PK", 2) == 0);
  ptc_string_free(content);
  ptc_jit_module_close(loaded);

  /* Cut short anywhere: an error, and nothing is left. */
  for (i = 0; i < archive.length; i += i < 200 || i > archive.length - 200 ? 1 : 97) {
    ptc_error error = ptc_jit_load_memory(archive.data, i, PTC_UNSET, PTC_UNSET, NULL, &loaded);
    IS(error && strstr(error, "archive") && loaded == NULL);
    ptc_error_free(error);
  }
  FAILS(PTC_ERROR_VALUE, "it is empty", ptc_jit_load_memory(NULL, 0, PTC_UNSET, PTC_UNSET, NULL, &loaded));
  FAILS(PTC_ERROR_VALUE, "cut short", ptc_jit_load_memory(archive.data, 300, PTC_UNSET, PTC_UNSET, NULL, &loaded));
  FAILS(PTC_ERROR_VALUE, "it is no zip file",
        ptc_jit_load_memory("hello, world", 12, PTC_UNSET, PTC_UNSET, NULL, &loaded));
  FAILS(PTC_ERROR_RUNTIME, "No such file", ptc_jit_load("/no/such/file", PTC_UNSET, PTC_UNSET, NULL, &loaded));
  FAILS(PTC_ERROR_RUNTIME, "No such file", ptc_jit_save(module, "/no/such/folder/file", NULL));
  archive.fail = 1;
  FAILS(PTC_ERROR_HOST, "the host has lost it",
        ptc_jit_load_stream(hand_out, &archive, destroyed, archive.length, PTC_UNSET, PTC_UNSET, NULL, &loaded));
  FAILS(PTC_ERROR_HOST, "the host has no room", ptc_jit_save_stream(module, NULL, take, &archive, destroyed));
  FAILS(PTC_ERROR_SCRIPT_TYPE, "argument 'extra_files'", ptc_jit_save_stream(module, names, take, &archive, destroyed));
  FAILS(PTC_ERROR_VALUE, "argument 'read'",
        ptc_jit_load_stream(NULL, &archive, destroyed, 3, PTC_UNSET, PTC_UNSET, NULL, &loaded));
  IS(archive.destroyed == 6);
  free(archive.data);
  ptc_jit_module_close(module);
  ptc_jit_unit_close(unit);
  ptc_tensor_close(weight);
  ptc_tensor_close(a);
}

/* Operators of the host's, in programs: without a kernel, and with one that fails. */
static int exception; /* of the host's: its address is what matters */

static ptc_error kernel(void *context, void *call, const ptc_value *args, int64_t args_len) {
  (void)context, (void)call, (void)args, (void)args_len;
  return ptc_error_new_with(PTC_ERROR_HOST, "the kernel failed", &exception, NULL);
}

static void operators(void) {
  ptc_tensor a = matrix(four, 2, 2);
  ptc_jit_unit unit;
  ptc_library op, impl;
  ptc_value arg = tensor(a), out;
  OK(ptc_library_define("ctest::op(Tensor x) -> Tensor", &op));
  OK(ptc_jit_unit_new(&unit));
  ptc_jit_scope scope;
  char *names;
  OK(ptc_jit_scope_new(unit, &scope));
  OK(ptc_jit_scope_namespace(scope, "ops", "ops"));
  OK(ptc_jit_unit_define(unit, NULL, "def f(x: Tensor) -> Tensor:\n  return ops.ctest.op(x)\n", NULL, 1, scope,
                         &names));
  ptc_string_free(names);
  ptc_jit_function f;
  OK(ptc_jit_unit_function(unit, "f", &f));
  ptc_error error = ptc_jit_call(f, &arg, 1, NULL, &out);
  IS(error && strstr(error, "Could not run 'ctest::op'"));
  ptc_error_free(error);
  OK(ptc_library_impl("ctest::op", "", "CPU", kernel, NULL, NULL, &impl));
  error = ptc_jit_call(f, &arg, 1, NULL, &out);
  IS(error && ptc_error_kind(error) == PTC_ERROR_HOST && ptc_error_context(error) == &exception);
  IS(strncmp(error, "the kernel failed\n", 18) == 0 && strstr(error, "<--- HERE"));
  ptc_error_free(error);
  ptc_library_close(impl);
  ptc_jit_function_close(f);
  ptc_jit_scope_close(scope);
  ptc_jit_unit_close(unit);
  ptc_library_close(op);
  ptc_tensor_close(a);
}

static void options(void) {
  char *before, *now;
  int64_t on;
  OK(ptc_jit_fusion_strategy(&before));
  OK(ptc_jit_set_fusion_strategy("STATIC 1\nDYNAMIC 3"));
  OK(ptc_jit_fusion_strategy(&now));
  IS(strcmp(now, "STATIC 1\nDYNAMIC 3") == 0);
  FAILS(PTC_ERROR_VALUE, "argument 'strategy'", ptc_jit_set_fusion_strategy("SOMETIMES 1"));
  OK(ptc_jit_set_fusion_strategy(before));
  ptc_string_free(before);
  ptc_string_free(now);
  OK(ptc_jit_option(PTC_JIT_PROFILING_EXECUTOR, &on));
  OK(ptc_jit_set_option(PTC_JIT_PROFILING_EXECUTOR, on));
  FAILS(PTC_ERROR_VALUE, "unknown number 99", ptc_jit_option(99, &on));
  FAILS(PTC_ERROR_VALUE, "a number from 0 to 1", ptc_jit_set_option(PTC_JIT_OPTIMIZE, 7));
}

/* Hooks are kept beside forward, which runs without them. */
static void hooks(void) {
  static const char *source = "def before(self, input: Tuple[Tensor]) -> Tuple[Tensor]:\n  return (input[0] + 1,)\n"
                              "def after(self, input: Tuple[Tensor], out: Tensor) -> Tensor:\n  return out * 10";
  ptc_tensor a = matrix(four, 2, 2);
  ptc_jit_unit unit;
  ptc_jit_module module;
  ptc_jit_function hook;
  char *names;
  OK(ptc_jit_unit_new(&unit));
  OK(ptc_jit_module_new(unit, "__torch__.Hooked", &module));
  OK(ptc_jit_module_define(module, "def forward(self, x: Tensor):\n  return x * 2", NULL, 1, NULL));
  FAILS(PTC_ERROR_VALUE, "argument 'before': 0 to 2, the functions of the source, not 3",
        ptc_jit_module_define_hooks(module, source, NULL, 1, 3, NULL));
  OK(ptc_jit_module_hooks(module, true, &names));
  IS(!*names);
  ptc_string_free(names);
  FAILS(PTC_ERROR_RUNTIME, "undefined value nothing",
        ptc_jit_module_define_hooks(module, "def h(self, x: Tuple[Tensor], y: Tensor):\n  return nothing(y)", NULL, 1,
                                    0, NULL));
  OK(ptc_jit_module_define_hooks(module, source, NULL, 1, 1, NULL));
  FAILS(PTC_ERROR_VALUE, "has hooks already", ptc_jit_module_define_hooks(module, source, NULL, 1, 1, NULL));
  OK(ptc_jit_module_hooks(module, true, &names));
  IS(strcmp(names, "before") == 0);
  ptc_string_free(names);
  OK(ptc_jit_module_hooks(module, false, &names));
  IS(strcmp(names, "after") == 0);
  ptc_string_free(names);
  FAILS(PTC_ERROR_VALUE, "has no hook 'after' before forward", ptc_jit_module_hook(module, "after", true, &hook));
  IS(result_of(module, a) == 20);
  ptc_value arg = tensor(a), out;
  OK(ptc_jit_module_call(module, &arg, 1, NULL, &out));
  IS(total(tensor_in(&out)) == 280);
  ptc_values_close(&out, 1);
  FAILS(PTC_ERROR_SCRIPT_TYPE, "forward(): argument 'x' is missing", ptc_jit_module_call(module, NULL, 0, NULL, &out));
  OK(ptc_jit_module_hook(module, "after", false, &hook));
  ptc_jit_function_close(hook);
  ptc_jit_module_close(module);
  ptc_jit_unit_close(unit);
  ptc_tensor_close(a);
}

/* Source that does not compile leaves nothing under its name. */
static void failures(void) {
  ptc_jit_unit unit;
  char *names;
  OK(ptc_jit_unit_new(&unit));
  FAILS(PTC_ERROR_RUNTIME, "undefined value nobody",
        ptc_jit_unit_define(unit, NULL, "def f(x):\n  return nobody(x)", NULL, 1, NULL, &names));
  OK(ptc_jit_unit_functions(unit, &names));
  IS(!*names);
  ptc_string_free(names);
  ptc_jit_unit_close(unit);
}

int main(void) {
  functions();
  hooks();
  failures();
  nested();
  objects();
  modules();
  archives();
  operators();
  options();
  return done("jit");
}
