"""Tiny calls on 3x3 tensors, where the cost is the binding's: in Python with either package, and in C.

Each is (name, statement in Python, the same call in C or None where no one C call corresponds). In Python `t` is the
package and `F` its nn.functional, x and y are 3x3, z too and written to, s has one element, r is 1x3, v has 3 elements,
labels are three int64, array is NumPy's, p and q are leaves that require grad, sgd steps two parameters. In C the functions
stand without `ptc_`; results go to `out` and `second`, which are closed.
"""

from . import more_calls

FEW = [
    ("x + y", "x + y", "add_Tensor(x, y, one, &out)"),
    ("x * 2", "x * 2", "mul_Scalar(x, two, &out)"),
    ("2 - x", "2 - x", "rsub_Scalar(x, two, one, &out)"),
    ("x / y", "x / y", "div_Tensor(x, y, &out)"),
    ("x == y", "x == y", "eq_Tensor(x, y, &out)"),
    ("x > 0", "x > 0", "gt_Scalar(x, zero, &out)"),
    ("z += y", "z += y", "add__Tensor(z, y, one)"),
    ("-x", "-x", "neg(x, &out)"),
    ("x @ y", "x @ y", "matmul(x, y, &out)"),
    ("mm", "t.mm(x, y)", "mm(x, y, &out)"),
    ("relu", "t.relu(x)", "relu(x, &out)"),
    ("exp", "x.exp()", "exp(x, &out)"),
    ("clamp", "x.clamp(0, 1)", "clamp(x, zero, one, &out)"),
    ("sum", "x.sum()", "sum(x, PTC_UNSET, &out)"),
    ("sum(0)", "x.sum(0)", "sum_dim_IntList(x, sizes, 1, false, PTC_UNSET, &out)"),
    ("mean", "x.mean()", "mean(x, PTC_UNSET, &out)"),
    ("max", "x.max()", "max(x, &out)"),
    ("topk", "x.topk(2)", "topk(x, 2, -1, true, true, &out, &second)"),
    ("softmax", "t.softmax(x, 1)", "softmax_int(x, 1, PTC_UNSET, &out)"),
    ("cat", "t.cat([x, y])", "cat(both, 2, 0, &out)"),
    ("stack", "t.stack([x, y])", "stack(both, 2, 0, &out)"),
    ("where", "t.where(mask, x, y)", "where_self(mask, x, y, &out)"),
    ("view", "x.view(9)", "view(x, sizes + 1, 1, &out)"),
    ("reshape", "x.reshape(9)", "reshape(x, sizes + 1, 1, &out)"),
    ("transpose", "x.transpose(0, 1)", "transpose_int(x, 0, 1, &out)"),
    ("t", "x.t()", "t(x, &out)"),
    ("squeeze", "r.squeeze()", "squeeze(r, &out)"),
    ("unsqueeze", "x.unsqueeze(0)", "unsqueeze(x, 0, &out)"),
    ("x[0]", "x[0]", "select_int(x, 0, 0, &out)"),
    ("x[:, 1]", "x[:, 1]", "select_int(x, 1, 1, &out)"),
    ("z[0] = 1", "z[0] = 1", None),
    ("zeros", "t.zeros(3, 3)", "zeros(sizes + 2, 2, NULL, &out)"),
    ("ones", "t.ones(3, 3)", "ones(sizes + 2, 2, NULL, &out)"),
    ("empty", "t.empty(3, 3)", "empty_memory_format(sizes + 2, 2, NULL, PTC_UNSET, &out)"),
    ("randn", "t.randn(3, 3)", "randn(sizes + 2, 2, NULL, &out)"),
    ("arange", "t.arange(5)", "arange(five, NULL, &out)"),
    ("tensor([1., 2.])", "t.tensor([1.0, 2.0])", None),
    ("zeros_like", "t.zeros_like(x)", "zeros_like(x, NULL, PTC_UNSET, &out)"),
    ("clone", "x.clone()", "clone(x, PTC_UNSET, &out)"),
    ("contiguous", "x.contiguous()", "contiguous(x, PTC_CONTIGUOUS, &out)"),
    ("to(float64)", "x.to(t.float64)", "to_dtype(x, PTC_FLOAT64, false, false, PTC_UNSET, &out)"),
    ("detach", "x.detach()", "detach(x, &out)"),
    ("item", "s.item()", "tensor_item(s, &number)"),
    ("tolist", "v.tolist()", None),
    ("shape", "x.shape", None),
    ("dtype", "x.dtype", None),
    ("size(0)", "x.size(0)", None),
    ("numel", "x.numel()", "tensor_numel(x, &count)"),
    ("is_contiguous", "x.is_contiguous()", "tensor_is_contiguous(x, PTC_CONTIGUOUS, &truth)"),
    ("numpy", "x.numpy()", None),
    ("from_numpy", "t.from_numpy(array)", None),
    ("linear", "F.linear(x, y, v)", "linear(x, y, v, &out)"),
    ("cross_entropy", "F.cross_entropy(x, labels)", "cross_entropy_loss(x, labels, NULL, 1, -100, 0, &out)"),
    ("embedding", "F.embedding(labels, x)", "embedding(x, labels, -1, false, false, &out)"),
    ("an error", "failing(x, v)", None),
    ("p + q, recorded", "p + q", "add_Tensor(p, q, one, &out)"),
    ("backward", "(p * q).sum().backward()", None),
    ("grad_fn of a leaf", "p.grad_fn", None),
    ("grad_fn", "made.grad_fn", None),
    ("a walk of 100 nodes", "walk(chain.grad_fn)", None),
    ("Function.apply", "identity(p)", None),
    ("Function.apply and backward", "identity(p).backward(x)", None),
    ("nn.Linear", "layer(x)", None),
    ("forward hook", "hooked(x)", None),
    ("forward pre-hook", "prehooked(x)", None),
    ("backward hook", "backhooked(p)", None),
    ("SGD.step", "sgd.step()", None),
    ("ten made and dropped", "[t.empty(3, 3) for _ in ten]", None),
]
CALLS = FEW + [(name, statement, None) for name, statement in more_calls.CALLS]

C_PROGRAM = """
#include <pytorch_c.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void check(ptc_error error) {
  if (!error) return;
  fprintf(stderr, "%%s\\n", error);
  exit(1);
}
static const ptc_scalar zero = {PTC_SCALAR_INT, 0, 0, 0}, one = {PTC_SCALAR_INT, 1, 0, 0};
static const ptc_scalar two = {PTC_SCALAR_INT, 2, 0, 0}, five = {PTC_SCALAR_INT, 5, 0, 0};
static const ptc_options whole = {.set = PTC_OPTION_DTYPE, .dtype = PTC_INT64};
static const ptc_options leaf = {.set = PTC_OPTION_REQUIRES_GRAD, .requires_grad = true};
static const int64_t sizes[] = {0, 9, 3, 3, 1, 3};
static ptc_tensor x, y, z, s, r, v, labels, p, q, mask, both[2];

static void nothing(long turns) {
  for (long i = 0; i < turns; ++i) __asm__ volatile("");
}
%s
static const struct { const char *part; void (*run)(long); } cases[] = {{"empty", nothing}, %s};

int main(int argc, char **argv) {
  const long turns = argc > 1 ? atol(argv[1]) : 1, windows = argc > 2 ? atol(argv[2]) : 1;
  ptc_tensor *made[] = {&x, &y, &z};
  for (int i = 0; i < 3; ++i) check(ptc_randn(sizes + 2, 2, NULL, made[i]));
  check(ptc_ones(sizes + 4, 1, NULL, &s));
  check(ptc_randn(sizes + 4, 2, NULL, &r));
  check(ptc_randn(sizes + 2, 1, NULL, &v));
  check(ptc_arange((ptc_scalar){PTC_SCALAR_INT, 3, 0, 0}, &whole, &labels));
  check(ptc_randn(sizes + 2, 2, &leaf, &p));
  check(ptc_randn(sizes + 2, 2, &leaf, &q));
  check(ptc_gt_Scalar(x, zero, &mask));
  both[0] = x, both[1] = y;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) cases[i].run(3);
  counting_start();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
    cases[i].run(2);
    for (long window = 0; window < windows; ++window) {
      char part[32];
      snprintf(part, sizeof part, "%%s.%%ld", cases[i].part, window);
      counting_zero();
      cases[i].run(turns);
      counting_dump(part);
    }
  }
  counting_stop();
  _exit(0);  // libtorch's own end takes seconds under valgrind
}
"""
_FUNCTION = """
static void call_%d(long turns) {
  ptc_tensor out = NULL, second = NULL;
  ptc_scalar number;
  int64_t count;
  bool truth;
  (void)out, (void)second, (void)number, (void)count, (void)truth;
  for (long i = 0; i < turns; ++i) {
    check(ptc_%s);
%s  }
}
"""


def c_program():
    """The text of a program that counts the calls that are one call in C; it is given the turns of a window, and the windows."""
    functions, cases = [], []
    for number, (_, _, call) in enumerate(CALLS):
        if call:
            closes = "".join(f"    ptc_tensor_close({name});\n" for name in ("out", "second") if f"&{name}" in call)
            functions.append(_FUNCTION % (number, call, closes))
            cases.append(f'{{"{number}", call_{number}}}')
    return C_PROGRAM % ("".join(functions), ", ".join(cases))


def setting(package):
    """Returns what the statements see, with one package as `t`."""
    import numpy

    package.manual_seed(0)
    x = package.randn(3, 3)
    p, q = package.randn(3, 3, requires_grad=True), package.randn(3, 3, requires_grad=True)
    parameters = [package.randn(3, 3, requires_grad=True), package.randn(3, requires_grad=True)]
    for one in parameters:
        (one * one).sum().backward()

    def failing(a, b):
        try:
            package.mm(a, b)
        except RuntimeError:
            pass

    def walk(node):
        found, todo = {node}, [node]
        while todo:
            for one, _ in todo.pop().next_functions:
                if one is not None and one not in found:
                    found.add(one)
                    todo.append(one)
        return len(found)

    class Identity(package.autograd.Function):
        @staticmethod
        def forward(ctx, value):
            ctx.save_for_backward(value)
            return value.view_as(value)

        @staticmethod
        def backward(ctx, grad):
            (value,) = ctx.saved_tensors
            return grad

    class Same(package.nn.Module):
        def forward(self, value):
            return value

    chain = p
    for _ in range(100):
        chain = chain * 2
    hooked, prehooked, backhooked = Same(), Same(), Same()
    hooked.register_forward_hook(lambda module, args, result: None)
    prehooked.register_forward_pre_hook(lambda module, args: None)
    backhooked.register_full_backward_hook(lambda module, given, made: None)
    return {
        "made": p + q,
        "chain": chain,
        "walk": walk,
        "identity": Identity.apply,
        "hooked": hooked,
        "prehooked": prehooked,
        "backhooked": backhooked,
        "t": package,
        "F": package.nn.functional,
        "x": x,
        "y": package.randn(3, 3),
        "z": package.randn(3, 3),
        "s": package.ones(1),
        "r": package.randn(1, 3),
        "v": package.randn(3),
        "mask": x > 0,
        "labels": package.tensor([0, 1, 2]),
        "array": numpy.zeros((3, 3), numpy.float32),
        "p": p,
        "q": q,
        "layer": package.nn.Linear(3, 3),
        "sgd": package.optim.SGD(parameters, lr=0.01),
        "ten": range(10),
        "failing": failing,
        **more_calls.more(package, x),
    }


def loops(names):
    """A function for each call, and first one that does nothing: f(turns, *values of the names)."""
    out = {}
    for part, statement in [("empty", "pass"), *((str(number), call[1]) for number, call in enumerate(CALLS))]:
        found = {}
        exec(f"def loop(turns, {', '.join(names)}):\n    for _ in turns:\n        {statement}", found)
        out[part] = found["loop"]
    return out
