"""torchcrf: a conditional random field over an LSTM learns tags, and decodes them"""

import torch
from show import show, train
from torchcrf import CRF

torch.manual_seed(0)
lstm, head, crf = torch.nn.LSTM(5, 8, batch_first=True), torch.nn.Linear(8, 4), CRF(4, batch_first=True)
every = torch.nn.ModuleList([lstm, head, crf])
x, tags = torch.randn(6, 7, 5), torch.randint(0, 4, (6, 7))
mask = torch.arange(7) < torch.tensor([7, 6, 5, 4, 3, 7])[:, None]
train(
    every,
    torch.optim.Adam(every.parameters(), 0.05),
    lambda: -crf(head(lstm(x)[0]), tags, mask=mask, reduction="mean"),
    6,
)
show(decoded=crf.decode(head(lstm(x)[0]), mask=mask), transitions=crf.transitions)
