# The convolutional network of bindings/mlp/cnn.py: Rscript cnn.R FOLDER FILE
source("pytorch_c.R")
source("pytorch_c_jit.R")
source("pytorch_c_nn.R")

network <- function() nn$Sequential(nn$Conv2d(1, 8, 3, padding = 1), nn$BatchNorm2d(8), nn$ReLU(), nn$MaxPool2d(2),
  nn$Conv2d(8, 16, 3, padding = 1), nn$ReLU(), nn$MaxPool2d(2), nn$Flatten(), nn$Dropout(0.25), nn$Linear(784, 10))
read <- function(name, size, dtype) torch_from_raw(readBin(name, "raw", file.size(name)), size, dtype)

words <- commandArgs(TRUE)
torch_set_num_threads(1)
images <- read(file.path(words[1], "images.f32"), c(1000, 1, 28, 28), "float32")
labels <- read(file.path(words[1], "labels.i64"), 1000, "int64")
torch_manual_seed(7)
model <- network()
loader <- torch_data_loader(list(images, labels), 100, shuffle = TRUE, seed = 3)
adam <- torch_adamw(model$parameters(), lr = 0.004)
schedule <- torch_step_lr(adam, 1, 0.5)
for (epoch in 1:2) {
  loader$each(function(x, y) {
    loss <- torch$cross_entropy_loss(model(x), y)
    adam$zero_grad()
    torch_backward(loss)
    torch_clip_grad_norm(model$parameters(), 1)
    adam$step()
    cat(sprintf("%.6f\n", torch_item(loss)))
  })
  schedule$step()
}
torch_save(words[2], model$state_dict())
archive <- torch_jit_load(file.path(words[1], "network.pt"))
for (state in list(torch_load(words[2]), torch_jit_state_dict(archive))) {
  again <- network()$load_state_dict(state)$eval()
  no_grad(cat(torch_item(torch$sum(torch$eq(torch$argmax(again(images), 1), labels))), "\n", sep = ""))
}
