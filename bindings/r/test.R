# The R binding, against the installed files: Rscript test.R
source("pytorch_c.R")
source("pytorch_c_jit.R")
source("pytorch_c_nn.R")
same <- function(found, expected) if (!isTRUE(all.equal(found, expected, tolerance = 1e-7))) stop(deparse(found),
  " is not ", deparse(expected))
raises <- function(pattern, code) {
  problem <- tryCatch({ code; NULL }, error = identity)
  if (is.null(problem) || !grepl(pattern, conditionMessage(problem), fixed = TRUE)) stop("not raised: ", pattern,
    " but ", conditionMessage(problem))
  problem
}
values <- rbind(c(1, 2), c(3, 4))
matrix_of <- function() torch_tensor(values)

tests <- list(
  operators_compute = function() {
    a <- matrix_of()
    same(as.array(torch$mm(a, a) + a), rbind(c(8, 12), c(18, 26)))
    same(as.array(a * 2 - 1), values * 2 - 1)
    same(as.array(1 - a), 1 - values)
    same(as.array(torch$add(a, 1, alpha = 2)), values + 2)
    same(torch_size(torch$sum(a, 1, TRUE)), c(2, 1))
    same(torch_dtype(torch$sum(a, dtype = "float64")), "float64")
    found <- torch$max(a, 1)
    same(list(as.array(found[[1]]), as.array(found[[2]])), list(c(2, 4), c(1, 1)))
    same(length(torch$split(torch$arange(5), 2)), 3L)
    same(torch_dtype(torch$add(torch_tensor(1L, "int64"), 1L)), "int64")
    same(torch_dtype(torch$add(torch_tensor(1L, "int64"), 1)), "float32")
    same(torch_size(torch$cat(list(a, a), 1)), c(2, 4))
    same(torch_size(torch$conv2d(torch$ones(c(1, 1, 4, 4)), torch$ones(c(1, 1, 3, 3)))), c(1, 1, 2, 2))
    same(as.array(torch$div(a, a, rounding_mode = "floor")), values * 0 + 1)
    out <- torch$empty(c(2, 2))
    torch$mm_out(out, a, a)
    same(as.array(out), values %*% values)
    same(torch$equal(a, a), TRUE)
    same(grepl("CPUFloatType{2,2}", format(torch$add_(a, 1)), fixed = TRUE), TRUE)
    same(as.array(torch$randn(3, generator = torch_generator(1))), as.array(torch$randn(3,
      generator = torch_generator(1))))
  },
  errors_are_conditions = function() {
    problem <- raises("cannot be multiplied (2x2 and 1x3)", torch$mm(matrix_of(), torch_tensor(t(1:3))))
    same(list(class(problem)[1], problem$kind), list("torch_error", 1L))
    raises("no form", torch$mm(matrix_of(), "text"))
    raises("float33", torch$zeros(2, dtype = "float33"))
    closed <- matrix_of()
    torch_close(closed)
    torch_close(closed)
    raises("closed", torch$relu(closed))
  },
  memory_is_shared = function() {
    numbers <- c(1, 2, 3)
    a <- torch_over(numbers)
    torch$add_(a, 1)
    same(numbers[3], 4)
    view <- torch_data(a)
    torch$add_(a, 1)
    same(view[1], 3)
    torch_close(a)
    same(sum(view), 12)
    same(as.array(torch_over(array(1:24 + 0, c(2, 3, 4)))), array(1:24 + 0, c(2, 3, 4)))
    raises("contiguous", torch_data(torch$t(torch$contiguous(torch_over(values)))))
  },
  gradients_and_hooks = function() {
    w <- torch_tensor(3, requires_grad = TRUE)
    hook <- torch_register_hook(w, function(grad) torch$mul(grad, 10))
    torch_backward(w * w)
    same(torch_item(torch_grad(w)), 60)
    torch_remove_hook(hook)
    mine <- simpleError("mine")
    failing <- torch_register_hook(w, function(grad) stop(mine))
    same(identical(raises("mine", torch_backward(w * w)), mine), TRUE)
    torch_remove_hook(failing)
    same(torch_requires_grad(no_grad(w * w)), FALSE)
    same(torch_requires_grad(inference_mode(w * w)), FALSE)
    same(torch_requires_grad(w * w), TRUE)
  },
  optimizers_step = function() {
    w <- torch_tensor(1, requires_grad = TRUE)
    unused <- torch_tensor(1)
    for (case in list(list(torch_sgd(list(w, unused), 0.1, momentum = 0.9), 0.71), list(torch_adam(list(w), 0.01),
      0.69))) {
      for (i in 1:2) {
        case[[1]]$zero_grad()
        torch_backward(torch$sum(w))
        case[[1]]$step()
      }
      stopifnot(abs(torch_item(w) - case[[2]]) < 1e-6)
    }
    same(torch_item(unused), 1)
  },
  files_come_back = function() {
    path <- tempfile()
    torch_save(path, list('a"b' = matrix_of(), n = torch_tensor(7, "int64", size = numeric(0))))
    found <- torch_load(path)
    same(names(found), c('a"b', "n"))
    same(as.array(found[[1]]), values)
    same(list(torch_dim(found$n), torch_item(found$n)), list(0L, 7))
    writeLines("no such file", path)
    raises("no safetensors", torch_load(path))
  },
  programs = function() {
    f <- torch_jit_compile("
def f(x: Tensor, d: Dict[str, List[Tensor]], n: Optional[int] = None):
    y = x
    for k in d:
        for t in d[k]:
            y = y + t
    if n is not None:
        y = y * n
    return {'y': y, 'x': x}, [1.5], (n, [x, y], 'text', [2, 3], [True])
")$f
    none <- setNames(list(), character())
    found <- f(matrix_of(), list(a = list(matrix_of()), b = list()), 3L)
    rest <- found[[3]]
    same(as.array(found[[1]]$y), values * 6)
    same(as.array(rest[[2]][[1]]), values)
    same(list(found[[2]], rest[[1]], rest[[3]], rest[[4]], rest[[5]]), list(list(1.5), 3L, "text", list(2L, 3L), list(TRUE)))
    same(f(matrix_of(), none)[[3]][[1]], NULL)
    g <- torch_jit_compile("def g(x: List[int], y: Tuple[int, str], z: Dict[int, float]):\n  return x, y, z\n")$g
    raises("argument 'z'", g(c(1L, 2L), list(3L, "a"), list(a = 1)))
    h <- torch_jit_compile("def h(x: List[int], y: Tuple[int, str]):\n  return x, y, {7: 1.5}\n")$h
    same(h(c(1L, 2L), list(3L, "a")), list(list(1L, 2L), list(3L, "a"), list("7" = 1.5)))
    raises("argument 'd': value 0: item 0 must be Tensor, not int", f(matrix_of(), list(a = list(1L))))
    raises("argument 'x' is missing", f())
    raises("no type for a closure", f(matrix_of(), list(a = stop)))
    deep <- list()
    for (i in 1:200) deep <- list(deep)
    raises("100 deep", f(matrix_of(), deep))
    raises("<--- HERE", torch_jit_compile("def g(x):\n  return torch.nope(x)\n"))
    same(grepl("Optional|int\\? n=None", torch_jit_schema(f)), TRUE)
  },
  archives_of_programs = function() {
    path <- tempfile(fileext = ".pt")
    f <- torch_jit_compile("def f(x: Tensor):\n  return x + 1\n")$f
    torch_jit_save(torch_jit_module(f), path)
    again <- torch_jit_load(readBin(path, "raw", file.size(path)), "cpu")
    loaded <- torch_jit_load(path)
    same(list(torch_jit_methods(loaded), torch_jit_parameters(loaded)), list("forward", setNames(list(), character())))
    for (one in list(loaded, torch_jit_eval(again))) same(as.array(one$forward(matrix_of())), values + 1)
    same(torch_jit_attribute(again, "training"), FALSE)
    unlink(path)
    raises("No such file", torch_jit_load(path))
    raises("no zip file", torch_jit_load(as.raw(1:3)))
    raises("no method 'backward'", loaded$backward)
    torch_jit_close(loaded)
    torch_jit_close(loaded)
    raises("torch_jit_module is closed", loaded$forward)
  },
  layers_are_torchs = function() {
    model <- nn$Sequential(nn$Linear(2, 3), torch$relu, nn$Linear(3, 1, bias = FALSE))
    first <- model$parameters()[[1]]
    same(names(model$state_dict()), c("0.weight", "0.bias", "2.weight"))
    state <- model$state_dict()
    state[["2.weight"]] <- torch$ones(3)
    raises("2.weight has size 1, 3, not 3", model$load_state_dict(state))
    raises("unexpected: a", model$load_state_dict(list(a = first)))
    model$to("cpu", "float64")
    same(torch_dtype(first), "float64")
    Net <- nn$module("Net", function(self) self$fc <- nn$Linear(2, 1), function(self, x) torch$tanh(self$fc(x)))
    net <- Net()
    same(list(names(net$state_dict()), torch_size(net(torch$ones(c(4, 2))))), list(c("fc.weight", "fc.bias"), c(4, 1)))
    net$eval()
    same(c(net$training, net$fc$training), c(FALSE, FALSE))
    lstm <- nn$LSTM(3, 4, bidirectional = TRUE)
    found <- lstm(torch$ones(c(5, 2, 3)))
    same(torch_size(found[[1]]), c(5, 2, 8))
    same(torch_size(lstm(torch$ones(c(1, 2, 3)), found[[2]])[[1]]), c(1, 2, 8))
  },
  rates_and_batches = function() {
    sgd <- torch_sgd(list(), lr = 0.1)
    schedule <- torch_cosine_annealing_lr(sgd, 4, 0.02)
    rates <- vapply(1:6, function(i) { schedule$step(); round(sgd$lr(), 6) }, 0)
    same(rates, c(0.088284, 0.06, 0.031716, 0.02, 0.031716, 0.06))
    sgd$set_lr(0.1)
    by <- torch_lambda_lr(sgd, function(epoch) 1 / (epoch + 2))
    same(sgd$lr(), 0.05)
    by$step()
    same(round(sgd$lr(), 4), 0.0333)
    found <- list()
    torch_data_loader(list(torch$arange(5L)), 2)$each(function(x) found <<- c(found, list(as.array(x))))
    same(found, list(c(0, 1), c(2, 3), 4))
    same(torch_data_loader(list(torch$arange(5L)), 2, drop_last = TRUE)$length(), 2)
  },
  pressure_collects = function() {
    torch_collect_above(8 * 2^20)
    for (i in 1:200) torch$ones(2^18) # 1 MB each
    alive <- torch_live_bytes()
    torch_collect_above(0)
    same(alive < 60 * 2^20, TRUE)
  }
)
failed <- FALSE
for (name in names(tests)) {
  problem <- tryCatch({ tests[[name]](); NULL }, error = identity)
  if (!is.null(problem)) {
    failed <- TRUE
    cat(name, ": ", conditionMessage(problem), "\n", sep = "")
  }
}
for (i in 1:3) invisible(gc())
left <- torch_live_handles() - torch_operators() # operators stay
if (left > 5) {
  failed <- TRUE
  cat(left, "handles are left\n")
}
cat(if (failed) "R: failed\n" else "R: passed\n")
quit(status = as.integer(failed))
