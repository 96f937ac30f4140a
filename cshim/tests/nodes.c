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
  OK(ptc_node_next_ids(node, ids, 2, numbers, 2, &count));
  IS(count >= 1 && ids[0] && numbers[0] == 0);
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
  calls();
  passes();
  return done("nodes");
}
