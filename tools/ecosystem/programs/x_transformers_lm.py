"""x_transformers: a decoder with rotary positions, RMSNorm and flash-less attention learns a text"""

import torch
from show import train
from x_transformers import AutoregressiveWrapper, Decoder, TransformerWrapper

torch.manual_seed(0)
model = AutoregressiveWrapper(
    TransformerWrapper(
        num_tokens=128,
        max_seq_len=64,
        attn_layers=Decoder(dim=32, depth=2, heads=4, rotary_pos_emb=True, use_rmsnorm=True, ff_glu=True),
    )
)
text = torch.tensor([list(b"all the world is a stage, and all the men and women " * 3)])[:, :128].view(2, 64)
train(model, torch.optim.AdamW(model.parameters(), 3e-3), lambda: model(text), 6)
