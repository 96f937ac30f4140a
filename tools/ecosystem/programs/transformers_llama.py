"""transformers: LLaMA of two layers with rotary embeddings and grouped heads learns a text"""

import torch
from show import show, train
from transformers import LlamaConfig, LlamaForCausalLM

torch.manual_seed(0)
config = LlamaConfig(
    vocab_size=128, hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2
)
model = LlamaForCausalLM(config)
text = torch.tensor([list(b"to be or not to be, that is the question. " * 3)])[:, :96].view(3, 32)
train(model, torch.optim.SGD(model.parameters(), 0.1, momentum=0.9), lambda: model(input_ids=text, labels=text).loss, 6)
show(names=len(model.state_dict()))
