# Layers, schedules and batches for pytorch_c.R, source()d after it. The layers themselves are in pytorch_c_layers.R,
# which generate.py writes.

nn <- new.env()

# ---- torch.nn.init: the bounds and the draws of torch's layers ----

fan_in <- function(weight) prod(torch_size(weight)[-1])
nn_init <- list(
  zeros = function(x) torch$zero_(x),
  ones = function(x) torch$fill_(x, 1),
  uniform = function(x, bound) torch$uniform_(x, -bound, bound),
  kaiming_uniform = function(x) {
    a <- sqrt(5)
    std <- sqrt(2 / (1 + a * a)) / sqrt(fan_in(x))
    nn_init$uniform(x, sqrt(3) * std)
  },
  fan_in_uniform = function(x, weight) nn_init$uniform(x, 1 / sqrt(fan_in(weight))),
  embedding = function(x, padding) {
    torch$normal_(x)
    if (padding >= 0) torch$zero_(torch$select(x, 0, padding))
  }
)

# ---- modules: functions of their inputs, whose members are named with $ ----

is_module <- function(x) inherits(x, "nn_module")
`$.nn_module` <- function(x, name) {
  self <- attr(x, "self")
  if (exists(name, envir = self, inherits = FALSE)) return(get(name, envir = self))
  method <- module_methods[[name]]
  if (is.null(method)) NULL else function(...) method(x, ...)
}
`$<-.nn_module` <- function(x, name, value) {
  self <- attr(x, "self")
  if (is_module(value)) assign(".members", union(get(".members", envir = self), name), envir = self)
  assign(name, value, envir = self)
  x
}
print.nn_module <- function(x, ...) cat(x$.kind, "with", length(x$parameters()), "parameters\n")

# The constructor of modules that initialize(self, ...) fills and forward(self, x) runs:
#   Net <- nn$module("Net", function(self, n) self$fc <- nn$Linear(n, 2), function(self, x) torch$relu(self$fc(x)))
nn$module <- function(kind, initialize, forward) function(...) {
  self <- new.env()
  self$.kind <- kind
  self$.members <- self$.parameters <- self$.buffers <- character(0)
  self$training <- TRUE
  made <- structure(function(...) forward(made, ...), class = "nn_module", self = self)
  initialize(made, ...)
  made
}

# Makes and fills a tensor that is trained, as the member `name`.
nn_parameter <- function(module, name, size, init, ...) {
  made <- torch$empty(size)
  nn_init[[init]](made, ...)
  torch_requires_grad(made, TRUE)
  module$.parameters <- c(module$.parameters, name)
  assign(name, made, envir = attr(module, "self"))
}
# Makes and fills a tensor of state that is not trained.
nn_buffer <- function(module, name, size, init, dtype = "float32") {
  made <- torch$empty(size, dtype = dtype)
  nn_init[[init]](made)
  module$.buffers <- c(module$.buffers, name)
  assign(name, made, envir = attr(module, "self"))
}

module_children <- function(module) {
  if (!is.null(module$.layers)) return(Filter(is_module, module$.layers))
  setNames(lapply(module$.members, function(name) get(name, envir = attr(module, "self"))), module$.members)
}
named_tensors <- function(module, kinds, prefix = "") {
  names <- unlist(lapply(kinds, function(kind) get(kind, envir = attr(module, "self"))))
  own <- lapply(names, function(name) get(name, envir = attr(module, "self")))
  names(own) <- if (length(names)) paste0(prefix, names)
  children <- module_children(module)
  for (name in names(children)) own <- c(own, named_tensors(children[[name]], kinds, paste0(prefix, name, ".")))
  own
}
module_methods <- list(
  # Named lists of tensors, in torch's order and by torch's names; state_dict has parameters and buffers, for
  # torch_save.
  named_parameters = function(module) named_tensors(module, ".parameters"),
  named_buffers = function(module) named_tensors(module, ".buffers"),
  parameters = function(module) unname(named_tensors(module, ".parameters")),
  state_dict = function(module) named_tensors(module, c(".parameters", ".buffers")),
  # Copies what torch_load or another module's state_dict gives; an error, and no change, where names or sizes differ.
  load_state_dict = function(module, state) {
    own <- module$state_dict()
    missing <- setdiff(names(own), names(state))
    unexpected <- setdiff(names(state), names(own))
    if (length(missing) + length(unexpected)) stop("load_state_dict: missing: ", toString(missing), "; unexpected: ",
      toString(unexpected))
    for (name in names(own)) if (!identical(torch_size(own[[name]]), torch_size(state[[name]]))) stop(
      "load_state_dict: ", name, " has size ", toString(torch_size(own[[name]])), ", not ",
      toString(torch_size(state[[name]])))
    no_grad(for (name in names(own)) torch$copy_(own[[name]], state[[name]]))
    invisible(module)
  },
  train = function(module, on = TRUE) {
    assign("training", on, envir = attr(module, "self"))
    for (one in module_children(module)) one$train(on)
    invisible(module)
  },
  eval = function(module) module$train(FALSE),
  # Moves all tensors to a device ("cuda:0"), and casts those of floats where a dtype is given. They stay the same
  # tensors, for optimizers that know them.
  to = function(module, device = NULL, dtype = NULL) {
    for (one in module$state_dict()) {
      kind <- if (!is.null(dtype) && grepl("float", torch_dtype(one))) dtype else torch_dtype(one)
      plain <- torch$detach(one)
      moved <- if (is.null(device)) forms$to_dtype(plain, kind) else forms$to_device(plain, device, kind)
      .Call("ptc_r_set_data", one, moved)
    }
    invisible(module)
  }
)

# Runs modules, and functions of a tensor, one after the other.
nn$Sequential <- nn$module("Sequential", function(self, ...) {
  layers <- list(...)
  self$.layers <- setNames(layers, seq_along(layers) - 1)
}, function(self, x) {
  for (one in self$.layers) x <- one(x)
  x
})

many <- function(x, count) if (length(x) == 1) rep(x, count) else x

# LSTM and GRU: weights of each layer and direction, and the states they begin with.
recurrent_weights <- function(self, gates) {
  bound <- 1 / sqrt(self$hidden_size)
  rows <- gates * self$hidden_size
  ends <- if (self$bidirectional) c("", "_reverse") else ""
  weights <- list()
  for (layer in seq_len(self$num_layers) - 1) for (back in ends) {
    columns <- if (layer) self$hidden_size * length(ends) else self$input_size
    sizes <- list(weight_ih = c(rows, columns), weight_hh = c(rows, self$hidden_size))
    if (self$bias) sizes <- c(sizes, list(bias_ih = rows, bias_hh = rows))
    for (name in names(sizes)) {
      made <- nn_parameter(self, paste0(name, "_l", layer, back), sizes[[name]], "uniform", bound)
      weights <- c(weights, list(made))
    }
  }
  self$weights <- weights
}
zero_states <- function(self, x)
  torch$new_zeros(x, c(self$num_layers * (if (self$bidirectional) 2 else 1), torch_size(x)[if (self$batch_first) 1 else
    2], self$hidden_size))

if (!in_package) source(file.path(Sys.getenv("PYTORCH_C_R"), "pytorch_c_layers.R"), local = TRUE)

# ---- rates that change: step() after each epoch ----

scheduler <- function(optimizer, following) {
  epoch <- 0
  base <- optimizer$lr()
  list(step = function() {
    epoch <<- epoch + 1
    optimizer$set_lr(following(optimizer$lr(), epoch, base))
  })
}
# torch.optim.lr_scheduler.StepLR
torch_step_lr <- function(optimizer, step_size, gamma = 0.1)
  scheduler(optimizer, function(lr, epoch, base) if (epoch %% step_size == 0) lr * gamma else lr)
# torch.optim.lr_scheduler.CosineAnnealingLR
torch_cosine_annealing_lr <- function(optimizer, t_max, eta_min = 0) {
  at <- function(step) 1 + cos(pi * step / t_max)
  scheduler(optimizer, function(lr, epoch, base) {
    if ((epoch - 1 - t_max) %% (2 * t_max) == 0) return(lr + (base - eta_min) * (1 - cos(pi / t_max)) / 2)
    at(epoch) / at(epoch - 1) * (lr - eta_min) + eta_min
  })
}
# torch.optim.lr_scheduler.LambdaLR: the first rate times factor(epoch)
torch_lambda_lr <- function(optimizer, factor) {
  made <- scheduler(optimizer, function(lr, epoch, base) base * factor(epoch))
  optimizer$set_lr(optimizer$lr() * factor(0))
  made
}

# Scales the gradients so that their norm is at most max_norm; the norm that they had.
torch_clip_grad_norm <- function(parameters, max_norm) {
  grads <- Filter(Negate(is.null), lapply(parameters, torch_grad))
  total <- torch$linalg_vector_norm(torch$stack(lapply(grads, torch$linalg_vector_norm)))
  factor <- torch$clamp_max(torch$mul(torch$reciprocal(torch$add(total, 1e-6)), max_norm), 1)
  for (one in grads) torch$mul_(one, factor)
  torch_item(total)
}

# ---- batches ----

# Batches of the rows of tensors: torch_data_loader(list(images, labels), 100)$each(function(x, y) …). With `shuffle`
# each pass has a new order, that of torch's DataLoader with a generator of this seed.
torch_data_loader <- function(tensors, batch_size = 1, shuffle = FALSE, seed = 0, drop_last = FALSE) {
  rows <- torch_size(tensors[[1]])[1]
  generator <- if (shuffle) torch_generator(seed)
  count <- if (drop_last) rows %/% batch_size else ceiling(rows / batch_size)
  # torch draws a number for its workers, and at the end an order that nobody takes.
  order_of <- function() {
    torch$random_(torch$empty(numeric(0), dtype = "int64"), generator = generator)
    if (is.null(generator)) return(torch$arange(as.integer(rows)))
    out <- torch$randperm(rows, generator = generator)
    torch$randperm(rows, generator = generator)
    out
  }
  list(length = function() count, each = function(run) {
    order <- order_of()
    for (i in seq_len(count) - 1) {
      now <- torch$slice(order, 0, i * batch_size, min((i + 1) * batch_size, rows))
      do.call(run, lapply(tensors, function(one) torch$index_select(one, 0, now)))
    }
  })
}
