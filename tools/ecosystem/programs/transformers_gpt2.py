"""transformers: GPT-2 of three layers learns a text, and goes on with it"""

import torch
from show import show
from transformers import GPT2Config, GPT2LMHeadModel

torch.manual_seed(0)
config = GPT2Config(vocab_size=128, n_positions=64, n_embd=48, n_layer=3, n_head=4)
model = GPT2LMHeadModel(config)
text = torch.tensor([list(b"the quick brown fox jumps over the lazy dog. " * 4)])[:, :128].view(2, 64)
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
losses = []
for _ in range(10):
    optimizer.zero_grad()
    out = model(input_ids=text, labels=text)
    out.loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    losses.append(out.loss.item())
show(loss=losses)
model.eval()
made = model.generate(text[:1, :8], max_new_tokens=8, do_sample=False, pad_token_id=0)
show(generated=made[0].tolist())
