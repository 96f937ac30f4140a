"""peft: LoRA on a small GPT-2, trained, merged"""

import torch
from peft import LoraConfig, get_peft_model
from show import show, train
from transformers import GPT2Config, GPT2LMHeadModel

torch.manual_seed(0)
model = GPT2LMHeadModel(GPT2Config(vocab_size=64, n_positions=32, n_embd=32, n_layer=2, n_head=2))
model = get_peft_model(model, LoraConfig(r=4, lora_alpha=8, target_modules=["c_attn"], fan_in_fan_out=True))
ids = torch.randint(64, (2, 32))
trained = [p for p in model.parameters() if p.requires_grad]
train(model, torch.optim.AdamW(trained, 1e-2), lambda: model(input_ids=ids, labels=ids).loss, 5)
show(trained=len(trained), merged=model.merge_and_unload()(input_ids=ids).logits.sum())
