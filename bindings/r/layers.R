# Every layer with the description's examples, as bindings/mlp/layers.py: Rscript layers.R FILE
source("pytorch_c.R")
source("pytorch_c_nn.R")

torch_set_num_threads(1)
out <- list()
for (i in seq_along(nn$EXAMPLES)) {
  example <- nn$EXAMPLES[[i]]
  prefix <- sprintf("%d.%s.", i - 1L, example[[1]])
  torch_manual_seed(0)
  layer <- example[[2]]()
  x <- if (is.null(example[[4]])) torch$randn(example[[3]]) else torch$randint(example[[4]], example[[3]])
  first <- function(y) if (is.list(y)) y[[1]] else y
  state <- layer$state_dict()
  for (name in names(state)) out[[paste0(prefix, name)]] <- torch$clone(torch$detach(state[[name]]))
  y <- first(layer(x))
  out[[paste0(prefix, "out")]] <- torch$detach(y)
  parameters <- layer$named_parameters()
  if (length(parameters)) torch_backward(torch$sum(y * y))
  for (name in names(parameters)) out[[paste0(prefix, name, ".grad")]] <- torch_grad(parameters[[name]])
  layer$eval()
  out[[paste0(prefix, "eval")]] <- torch$detach(first(layer(x)))
}
torch_save(commandArgs(TRUE)[1], out)
