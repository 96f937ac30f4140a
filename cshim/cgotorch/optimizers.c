/* SGD and Adam of torch.optim, over the C library's whole steps. */
#include "glue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A parameter and what its optimizer remembers of it; state is NULL before the first step. */
struct parameter {
  ptc_tensor tensor, momentum, square, steps;
};

struct optimizer {
  bool adam, nesterov;
  double lr, momentum, dampening, decay, beta1, beta2;
  struct parameter *parameters;
  int64_t length;
};

/* The tensors of one call, side by side. */
struct row {
  ptc_tensor *params, *grads, *momentums, *squares, *steps;
  int64_t length;
};

Optimizer SGD(double learning_rate, double momentum, double dampening, double weight_decay, int64_t nesterov) {
  struct optimizer *o = calloc(1, sizeof *o);
  if (!o) return NULL;
  o->lr = learning_rate, o->momentum = momentum, o->dampening = dampening, o->decay = weight_decay;
  o->nesterov = nesterov != 0;
  return o;
}

Optimizer Adam(double learning_rate, double beta1, double beta2, double weight_decay) {
  struct optimizer *o = calloc(1, sizeof *o);
  if (!o) return NULL;
  o->adam = true;
  o->lr = learning_rate, o->beta1 = beta1, o->beta2 = beta2, o->decay = weight_decay;
  return o;
}

static const char *no_optimizer(void) { return ptc_error_new(PTC_ERROR_VALUE, "an optimizer is needed, got NULL"); }
static const char *no_memory(void) { return ptc_error_new(PTC_ERROR_OUT_OF_MEMORY, "out of memory"); }

const char *Optimizer_TryAddParameters(Optimizer opt, Tensor *tensors, int64_t length) {
  struct optimizer *o = opt;
  if (!o) return no_optimizer();
  if (length < 0 || (length && !tensors)) return ptc_error_new(PTC_ERROR_VALUE, "argument 'tensors' is no list");
  size_t bytes = (size_t)(o->length + length) * sizeof *o->parameters;
  struct parameter *all = realloc(o->parameters, bytes ? bytes : 1);
  if (!all) return no_memory();
  o->parameters = all;
  memset(all + o->length, 0, (size_t)length * sizeof *all);
  for (int64_t i = 0; i < length; ++i) {
    const char *error = ptc_tensor_share((ptc_tensor)tensors[i], &all[o->length + i].tensor);
    if (!error) continue;
    while (i > 0) ptc_tensor_close(all[o->length + --i].tensor);
    return error;
  }
  o->length += length;
  return NULL;
}

const char *Optimizer_TryZeroGrad(Optimizer opt) {
  struct optimizer *o = opt;
  if (!o) return no_optimizer();
  for (int64_t i = 0; i < o->length; ++i) {
    const char *error = ptc_tensor_set_grad(o->parameters[i].tensor, NULL);
    if (error) return error;
  }
  return NULL;
}

/* Zeros of the parameter's form, for its first step. */
static const char *zeros(ptc_tensor like, ptc_tensor *out) { return ptc_zeros_like(like, NULL, PTC_UNSET, out); }

static const char *begin(const struct optimizer *o, struct parameter *p) {
  if (!o->adam) return o->momentum != 0 ? zeros(p->tensor, &p->momentum) : NULL;
  const char *error = zeros(p->tensor, &p->momentum);
  if (!error) error = zeros(p->tensor, &p->square);
  if (!error) error = ptc_zeros(NULL, 0, OPTIONS_OF(PTC_FLOAT32, false), &p->steps);
  if (!error) return NULL;
  ptc_tensor_close(p->momentum), ptc_tensor_close(p->square);
  p->momentum = p->square = NULL;
  return error;
}

/* Parameters with a gradient whose first step this is, or is not. */
static const char *gather(struct optimizer *o, bool first, struct row *row) {
  row->length = 0;
  for (int64_t i = 0; i < o->length; ++i) {
    struct parameter *p = &o->parameters[i];
    bool has_state = o->adam || o->momentum != 0, is_new = has_state && !p->momentum;
    ptc_tensor grad = NULL;
    if (is_new != first) continue;
    const char *error = ptc_tensor_grad(p->tensor, &grad);
    if (!error && grad && is_new) error = begin(o, p);
    if (error) return ptc_tensor_close(grad), error;
    if (!grad) continue;
    int64_t n = row->length++;
    row->params[n] = p->tensor, row->grads[n] = grad;
    row->momentums[n] = p->momentum, row->squares[n] = p->square, row->steps[n] = p->steps;
  }
  return NULL;
}

static const char *apply(const struct optimizer *o, const struct row *r, bool first) {
  int64_t n = r->length;
  if (!n) return NULL;
  if (o->adam)
    return ptc_optimizer_adam_step(r->params, n, r->grads, n, r->momentums, n, r->squares, n, NULL, 0, r->steps, n,
                                   o->lr, o->beta1, o->beta2, 1e-8, o->decay, false, false, false);
  return ptc_optimizer_sgd_step(r->params, n, r->grads, n, r->momentums, o->momentum != 0 ? n : 0, o->lr, o->momentum,
                                o->dampening, o->decay, o->nesterov, false, first);
}

const char *Optimizer_TryStep(Optimizer opt) {
  struct optimizer *o = opt;
  struct row row = {NULL, NULL, NULL, NULL, NULL, 0};
  const char *error = NULL;
  if (!o) return no_optimizer();
  size_t n = (size_t)o->length;
  ptc_tensor *memory = calloc(5 * n + 1, sizeof *memory);
  if (!memory) return no_memory();
  row.params = memory, row.grads = memory + n, row.momentums = memory + 2 * n;
  row.squares = memory + 3 * n, row.steps = memory + 4 * n;
  /* The others before those whose first step this is: gathering these gives them a state. */
  for (int first = 0; first < 2 && !error; ++first) {
    error = gather(o, first, &row);
    if (!error) error = apply(o, &row, first);
    for (int64_t i = 0; i < row.length; ++i) ptc_tensor_close(row.grads[i]);
  }
  free(memory);
  return error;
}

/* Says what a function without an error channel cannot return. */
static void complain(const char *function, const char *error) {
  if (error) fprintf(stderr, "cgotorch: %s: %s\n", function, error);
  ptc_error_free(error);
}

void Optimizer_ZeroGrad(Optimizer opt) { complain("Optimizer_ZeroGrad", Optimizer_TryZeroGrad(opt)); }
void Optimizer_Step(Optimizer opt) { complain("Optimizer_Step", Optimizer_TryStep(opt)); }
void Optimizer_AddParameters(Optimizer opt, Tensor *tensors, int64_t length) {
  complain("Optimizer_AddParameters", Optimizer_TryAddParameters(opt, tensors, length));
}

void Optimizer_SetLR(Optimizer opt, double learning_rate) {
  struct optimizer *o = opt;
  if (o) o->lr = learning_rate;
}

void Optimizer_Close(Optimizer opt) {
  struct optimizer *o = opt;
  if (!o) return;
  for (int64_t i = 0; i < o->length; ++i) {
    struct parameter *p = &o->parameters[i];
    ptc_tensor_close(p->tensor), ptc_tensor_close(p->momentum);
    ptc_tensor_close(p->square), ptc_tensor_close(p->steps);
  }
  free(o->parameters);
  free(o);
}
