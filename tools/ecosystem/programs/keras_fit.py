"""keras on its torch backend: convolutions, recurrent layers and attention by fit, evaluate and predict; a loop of torch's"""

import os
import tempfile

os.environ["KERAS_BACKEND"] = "torch"

import keras  # noqa: E402  its backend is chosen before
import numpy  # noqa: E402
import torch  # noqa: E402
from keras import layers, ops  # noqa: E402
from show import show  # noqa: E402

keras.utils.set_random_seed(0)
x = numpy.random.rand(64, 8, 8, 1).astype("float32")
y = (x.mean((1, 2, 3)) > 0.5).astype("int")
model = keras.Sequential(
    [
        keras.Input((8, 8, 1)),
        layers.Conv2D(4, 3, activation="relu"),
        layers.BatchNormalization(),
        layers.MaxPooling2D(),
        layers.Flatten(),
        layers.Dense(2, activation="softmax"),
    ]
)
model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
show(fit=model.fit(x, y, epochs=3, batch_size=16, verbose=0, shuffle=False).history["loss"])
show(evaluate=model.evaluate(x, y, verbose=0), predict=model.predict(x[:2], verbose=0).tolist())
with tempfile.TemporaryDirectory() as folder:
    model.save(f"{folder}/model.keras")
    again = keras.models.load_model(f"{folder}/model.keras")
show(loaded=float(abs(again.predict(x, verbose=0) - model.predict(x, verbose=0)).max()))

words = keras.Input((5,))
inner = layers.LSTM(6, return_sequences=True)(layers.Embedding(20, 8)(words))
text = keras.Model(words, layers.Dense(1)(layers.Bidirectional(layers.GRU(4))(inner)))
text.compile(keras.optimizers.SGD(0.1, momentum=0.9), "mse")
found = text.fit(numpy.random.randint(0, 20, (32, 5)), numpy.random.rand(32, 1), epochs=2, verbose=0, shuffle=False)
show(text=found.history["loss"])

keras.utils.set_random_seed(1)
model = keras.Sequential([layers.Dense(8, activation="gelu"), layers.LayerNormalization(), layers.Dense(3)])
x, y = torch.randn(64, 5), torch.randint(0, 3, (64,))
model(x[:1])
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(5):
    loss = torch.nn.functional.cross_entropy(model(x), y)
    model.zero_grad()
    loss.backward()
    optimizer.step()
show(loop=loss, parameters=isinstance(model.trainable_weights[0].value, torch.nn.Parameter))
loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x, y), batch_size=16)
model.compile("rmsprop", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
show(loader=model.fit(loader, epochs=2, verbose=0).history["loss"])
show(resized=ops.image.resize(numpy.ones((1, 4, 4, 3), "float32"), (8, 8)).sum())
show(top=ops.top_k(numpy.arange(3.0), 2)[0])
