"""transformers: the Trainer trains, evaluates and saves a small GPT-2; generate goes greedily, by beams and by sampling"""

import tempfile

import torch
from show import show
from transformers import GPT2Config, GPT2LMHeadModel, Trainer, TrainerCallback, TrainingArguments, set_seed

set_seed(0)
config = GPT2Config(
    vocab_size=40, n_positions=32, n_embd=32, n_layer=2, n_head=2, bos_token_id=0, eos_token_id=1, pad_token_id=1
)
model = GPT2LMHeadModel(config)
rows = [{"input_ids": (torch.arange(12) * (1 + row % 3) + row) % 40} for row in range(16)]
rows = [row | {"labels": row["input_ids"]} for row in rows]
losses = []


class Kept(TrainerCallback):
    def on_log(self, arguments, state, control, logs=None, **rest):
        losses.extend(logs[name] for name in ("loss", "grad_norm", "eval_loss") if name in logs)


with tempfile.TemporaryDirectory() as folder:
    arguments = TrainingArguments(
        folder,
        num_train_epochs=2,
        per_device_train_batch_size=4,
        learning_rate=5e-3,
        logging_steps=1,
        use_cpu=True,
        eval_strategy="epoch",
        save_strategy="epoch",
        report_to=[],
        disable_tqdm=True,
        warmup_steps=2,
        gradient_accumulation_steps=2,
        lr_scheduler_type="cosine",
    )
    trainer = Trainer(model, arguments, train_dataset=rows, eval_dataset=rows[:4], callbacks=[Kept()])
    done = trainer.train()
    show(losses=losses, mean=done.training_loss, evaluated=trainer.evaluate()["eval_loss"])
    show(predicted=float(torch.from_numpy(trainer.predict(rows[:2]).predictions).mean()))
    trainer.save_model(folder)
    model = GPT2LMHeadModel.from_pretrained(folder).eval()
begin = torch.tensor([[0, 2, 4]])
for name, how in {
    "greedy": {},
    "beams": {"num_beams": 3},
    "sampled": {"do_sample": True, "top_k": 10, "top_p": 0.9, "temperature": 0.8},
    "penalized": {"repetition_penalty": 1.5, "no_repeat_ngram_size": 2},
}.items():
    set_seed(1)
    found = model.generate(begin, max_new_tokens=10, return_dict_in_generate=True, output_scores=True, **how)
    show(**{name: found.sequences[0].tolist(), f"{name} scores": torch.stack(found.scores).amax(-1)[:, 0]})
