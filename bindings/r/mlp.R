# The perceptron of bindings/mlp/mlp.py: Rscript mlp.R FOLDER [FILE]
source("pytorch_c.R")
words <- commandArgs(TRUE)
weight <- function(rows, columns) {
  number <- function(i, j) ((i * 31 + j * 17) %% 97 / 97 - 0.5) * 0.1
  torch_tensor(outer(0:(rows - 1), 0:(columns - 1), number), requires_grad = TRUE)
}
read <- function(name, size, dtype) {
  path <- file.path(words[1], name)
  torch_from_raw(readBin(path, "raw", file.size(path)), size, dtype)
}
torch_set_num_threads(1)
images <- read("images.f32", c(1000, 784), "float32")
labels <- read("labels.i64", 1000, "int64")
w1 <- weight(64, 784)
b1 <- torch$zeros(64, requires_grad = TRUE)
w2 <- weight(10, 64)
b2 <- torch$zeros(10, requires_grad = TRUE)
sgd <- torch_sgd(list(w1, b1, w2, b2), lr = 0.1)
for (step in 0:49) {
  start <- step %% 10 * 100
  x <- torch$slice(images, 0, start, start + 100)
  y <- torch$slice(labels, 0, start, start + 100)
  loss <- torch$cross_entropy_loss(torch$linear(torch$relu(torch$linear(x, w1, b1)), w2, b2), y)
  sgd$zero_grad()
  torch_backward(loss)
  sgd$step()
  cat(sprintf("%.6f\n", torch_item(loss)))
}
if (length(words) > 1) torch_save(words[2], list(hidden.weight = w1, hidden.bias = b1, output.weight = w2,
  output.bias = b2))
