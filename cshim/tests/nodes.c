/* Nodes: what they keep by name, calls of them, passes by edges, and what runs at the end of one. */
#include "check.h"

static const float four[] = {1, 2, 3, 4};
static const ptc_scalar two = {PTC_SCALAR_INT, 2, 0, 0};

static ptc_tensor leaf(void) {
  ptc_tensor x = matrix(four, 2, 2);
  OK(ptc_tensor_set_requires_grad(x, true));
  return x;
}

static void what_they_keep(void) {
  ptc_tensor x = leaf(), y, z;
  ptc_node node;
  ptc_value value;
  char *names;
  OK(ptc_mul_Tensor(x, x, &y));
  OK(ptc_tensor_grad_fn(y, &node));
  OK(ptc_node_saved_names("MulBackward0", &names));
  IS(strcmp(names, "other,self") == 0);
  ptc_string_free(names);
  OK(ptc_node_saved_names("Nothing", &names));
  IS(*names == '\0');
  ptc_string_free(names);
  OK(ptc_node_saved_value(node, "self", &value));
  IS(value.kind == PTC_VALUE_TENSOR && total((ptc_tensor)value.p) == 10);
  ptc_values_close(&value, 1);
  FAILS(PTC_ERROR_VALUE, "MulBackward0 keeps nothing called 'weight'", ptc_node_saved_value(node, "weight", &value));
  IS(value.kind == PTC_VALUE_NONE);
  OK(ptc_sum(y, PTC_UNSET, &z));
  OK(ptc_tensor_backward(z, NULL, false, false));
  FAILS(PTC_ERROR_RUNTIME, "second time", ptc_node_saved_value(node, "self", &value));
  ptc_node_close(node);
  ptc_tensor_close(z);
  ptc_tensor_close(y);
  ptc_tensor_close(x);
}

static void what_a_program_saves(void) {
  ptc_tensor x = leaf(), y, found = NULL;
  ptc_node node, made;
  int64_t count = -1;
  OK(ptc_mul_Tensor(x, x, &y));
  OK(ptc_tensor_grad_fn(y, &node));
  OK(ptc_node_saved_tensor(node, "other", 0, &found));
  IS(total(found) == 10);
  ptc_tensor_close(found);
  FAILS(PTC_ERROR_INDEX, "1 tensors of this name", ptc_node_saved_tensor(node, "other", 1, &found));
  FAILS(PTC_ERROR_TYPE, "not the host's", ptc_node_saved_tensor(node, NULL, 0, &found));
  FAILS(PTC_ERROR_RUNTIME, "argument 'is_inplace_on_view'", ptc_node_saving(x, true, true, &made));
  FAILS(PTC_ERROR_TYPE, "argument 'tensor'", ptc_node_saving(NULL, false, false, &made));
  OK(ptc_node_saving(y, false, false, &made));
  OK(ptc_node_saved_count(made, NULL, &count));
  IS(count == 1);
  OK(ptc_node_saved_tensor(made, NULL, 0, &found));
  IS(found && total(found) == 30);
  ptc_tensor_close(found);
  FAILS(PTC_ERROR_INDEX, "argument 'index'", ptc_node_saved_tensor(made, NULL, 1, &found));
  ptc_node_close(made);
  OK(ptc_node_saving(y, true, false, &made)); /* without its node */
  FAILS(PTC_ERROR_RUNTIME, "detached", ptc_node_saved_tensor(made, NULL, 0, &found));
  ptc_node_close(made);
  ptc_node_close(node);
  ptc_tensor_close(y);
  ptc_tensor_close(x);
}

/* Steps that are done without a look for errors, and that all of them are found nevertheless. */
static void what_views_are_made_with(void) {
  ptc_tensor x = matrix(four, 2, 2), z, real, view, other, again;
  ptc_value state;
  OK(ptc_complex(x, x, &z));
  OK(ptc_view_as_real(z, &real));
  OK(ptc_select_int(real, 0, 1, &view)); /* by an operator: the base has elements of another dtype */
  OK(ptc_tensor_view_state(view, &state));
  const ptc_value *parts = state.p, *numbers = parts;
  IS(state.kind == PTC_VALUE_TUPLE && state.len == 2 && numbers->kind == PTC_VALUE_INTS && numbers->len > 0);
  OK(ptc_mul_Scalar(z, two, &other));
  OK(ptc_tensor_view_with(view, other, &state, &again));
  IS(total(again) == 28);
  ptc_tensor_close(again);
  FAILS(PTC_ERROR_VALUE, "numbers and 0 tensors are needed, got 0 and 0",
        ptc_tensor_view_with(view, other,
                             &(ptc_value){.kind = PTC_VALUE_TUPLE,
                                          .p = (ptc_value[]){{.kind = PTC_VALUE_INTS}, {.kind = PTC_VALUE_TENSORS}},
                                          .len = 2},
                             &again));
  FAILS(PTC_ERROR_VALUE, "argument 'state' is NULL", ptc_tensor_view_with(view, other, NULL, &again));
  FAILS(PTC_ERROR_TYPE, "argument 'state'", ptc_tensor_view_with(view, other, numbers, &again));
  ptc_values_close(&state, 1);
  FAILS(PTC_ERROR_RUNTIME, "argument 'self' is no view", ptc_tensor_view_state(x, &state));
  ptc_tensor all[] = {x, z, real, view, other};
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) ptc_tensor_close(all[i]);
}

static void steps(ptc_node node, int64_t first, int64_t count) {
  enum { HANDLES = 300 }; /* more than a thread keeps the memory of */
  ptc_node made[HANDLES], none = NULL;
  int64_t i, id, number, type, before = ptc_live_handles();
  for (i = 0; i < HANDLES; ++i) {
    OK(ptc_node_next(node, 0, &made[i], &number));
    OK(ptc_node_id(made[i], &id));
    IS(id == first && number == 0);
  }
  IS(ptc_live_handles() == before + HANDLES);
  for (i = 0; i < HANDLES; ++i) ptc_node_close(made[i]);
  IS(ptc_live_handles() == before);
  OK(ptc_node_next_ids(node, NULL, 0, NULL, 0, &number));
  IS(number == count);
  FAILS(PTC_ERROR_INDEX, "gradients", ptc_node_next(node, count, &none, &number));
  FAILS(PTC_ERROR_INDEX, "gradients", ptc_node_next(node, -1, &none, &number));
  FAILS(PTC_ERROR_TYPE, "got NULL", ptc_node_next(NULL, 0, &none, &number));
  FAILS(PTC_ERROR_TYPE, "got NULL", ptc_node_id(NULL, &id));
  FAILS(PTC_ERROR_TYPE, "got NULL", ptc_node_identity(NULL, &id, &type));
  FAILS(PTC_ERROR_TYPE, "got NULL", ptc_node_next_ids(NULL, &id, 1, &number, 1, &type));
  FAILS(PTC_ERROR_VALUE, "'ids'", ptc_node_next_ids(node, NULL, 1, &number, 1, &type));
  FAILS(PTC_ERROR_VALUE, "same length", ptc_node_next_ids(node, &id, 1, NULL, 0, &type));
  FAILS(PTC_ERROR_VALUE, "NULL", ptc_node_next(node, 0, NULL, &number));
  FAILS(PTC_ERROR_VALUE, "NULL", ptc_node_id(node, NULL));
  IS(!none);
}

static void calls(void) {
  ptc_tensor x = leaf(), y, ones = matrix(four, 2, 2), grad;
  ptc_node node;
  ptc_tensor_list list;
  int64_t ids[2], numbers[2], count, id, type;
  OK(ptc_mul_Scalar(x, two, &y));
  OK(ptc_tensor_grad_fn(y, &node));
  OK(ptc_node_call(node, &ones, 1, &list));
  OK(ptc_tensor_list_get(list, 0, &grad));
  IS(total(grad) == 20);
  ptc_tensor_list_close(list);
  FAILS(PTC_ERROR_VALUE, "takes 1 gradients, got 0", ptc_node_call(node, NULL, 0, &list));
  OK(ptc_node_identity(node, &id, &type));
  IS(id && type && id != type);
  OK(ptc_node_id(node, &count));
  IS(count == id);
  OK(ptc_node_next_ids(node, ids, 2, numbers, 2, &count));
  IS(count >= 1 && ids[0] && numbers[0] == 0);
  steps(node, ids[0], count);
  ptc_tensor_close(grad);
  ptc_node_close(node);
  ptc_tensor_close(ones);
  ptc_tensor_close(y);
  ptc_tensor_close(x);
}

static int ends;
static ptc_error at_end(void *context) {
  ++*(int *)context;
  return NULL;
}
static void destroy(void *context) { ends += *(int *)context; }
static ptc_error hook(void *context, ptc_tensor grad, ptc_tensor *out) {
  (void)grad, (void)out;
  return ptc_backward_at_end(at_end, context, destroy);
}

static void passes(void) {
  ptc_tensor x = leaf(), y, given = matrix(four, 2, 2), grad;
  ptc_node root, end;
  ptc_tensor_list list;
  ptc_hook own;
  int64_t zero = 0, nr, called = 0;
  int count = 0;
  OK(ptc_mul_Scalar(x, two, &y));
  OK(ptc_tensor_gradient_edge(y, &root, &nr));
  OK(ptc_tensor_gradient_edge(x, &end, &nr));
  OK(ptc_tensor_register_hook(y, hook, &count, NULL, &own));
  OK(ptc_autograd_run(&root, 1, &zero, 1, &given, 1, &end, 1, &nr, 1, true, false, false, false, &list));
  called = ptc_tensor_list_length(list);
  OK(ptc_tensor_list_get(list, 0, &grad));
  IS(called == 1 && total(grad) == 20 && count == 1 && ends == 1);
  ptc_tensor_list_close(list);
  FAILS(PTC_ERROR_RUNTIME, "during backward pass", ptc_backward_at_end(at_end, &count, NULL));
  nr = 7;
  FAILS(PTC_ERROR_INDEX, "argument 'inputs'",
        ptc_autograd_run(&root, 1, &zero, 1, &given, 1, &end, 1, &nr, 1, true, false, false, false, &list));
  ptc_hook_close(own);
  ptc_node_close(root);
  ptc_node_close(end);
  ptc_tensor_close(grad);
  ptc_tensor_close(given);
  ptc_tensor_close(y);
  ptc_tensor_close(x);
}

int main(void) {
  what_they_keep();
  what_a_program_saves();
  what_views_are_made_with();
  calls();
  passes();
  return done("nodes");
}
