"""Memory that processes share. After C. Perone, "PyTorch internal architecture tour"."""

import os

import pytorch_c as torch

# Plain memory is copied when a process forks: what the child writes it keeps to itself.
x = torch.zeros(2)
if not os.fork():
    x += 1
    os._exit(0)
os.wait()
print(x.is_shared(), x.tolist())  # → False [0.0, 0.0]

# share_memory_() moves a tensor's storage, with all its views, to where a forked process sees it too.
x = torch.zeros(2, 2)
first = x[0]
x.share_memory_()
print(x.is_shared(), first.is_shared())  # → True True
if not os.fork():
    first += 1
    os._exit(0)
os.wait()
print(x.tolist())  # → [[1.0, 1.0], [0.0, 0.0]]

# So several workers can train one model: a module's parameters and buffers move alike.
model = torch.nn.Linear(2, 1).share_memory()
if not os.fork():
    with torch.no_grad():
        model.weight.fill_(3)
    os._exit(0)
os.wait()
print(model.weight.tolist(), all(one.is_shared() for one in model.parameters()))  # → [[3.0, 3.0]] True
