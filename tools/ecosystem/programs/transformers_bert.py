"""transformers: BERT of two layers learns to classify sequences, with a padding mask and a schedule"""

import torch
from show import show
from transformers import BertConfig, BertForSequenceClassification, get_linear_schedule_with_warmup

torch.manual_seed(0)
config = BertConfig(vocab_size=100, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64)
model = BertForSequenceClassification(config)
ids = torch.randint(5, 100, (8, 12))
mask = (torch.arange(12) < torch.arange(5, 13)[:, None]).long()
labels = torch.arange(8) % 2
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
schedule = get_linear_schedule_with_warmup(optimizer, 2, 8)
losses = []
for _ in range(8):
    optimizer.zero_grad()
    loss = model(input_ids=ids, attention_mask=mask, labels=labels).loss
    loss.backward()
    optimizer.step()
    schedule.step()
    losses.append(loss.item())
show(loss=losses, rate=schedule.get_last_lr())
