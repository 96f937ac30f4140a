"""transformers: 93 architectures for texts, images, sounds, series and both take a step of AdamW; those that write text go on greedily, by beams, by sampling and with penalties"""

import numpy as np
import torch
import transformers
from show import show

transformers.logging.set_verbosity_error()
IDS = torch.arange(20).reshape(2, 10) % 90 + 3
IMAGE = torch.linspace(-1, 1, 2 * 3 * 32 * 32).reshape(2, 3, 32, 32)
SOUND = torch.sin(torch.arange(2 * 4000.0).reshape(2, 4000) / 7)
CLASSES = torch.tensor([0, 1])
WAYS = {
    "greedy": {"do_sample": False},
    "sampled": {"do_sample": True, "top_k": 5, "top_p": 0.9, "temperature": 0.7},
    "beams": {"do_sample": False, "num_beams": 3, "num_return_sequences": 2},
    "penalized": {"do_sample": False, "repetition_penalty": 1.3, "no_repeat_ngram_size": 2},
}
# Names of configurations differ from family to family.
HIDDEN = dict(hidden_size=32, num_hidden_layers=2, num_attention_heads=4)
TOKENS = dict(pad_token_id=0, bos_token_id=1, eos_token_id=2)
TEXT = dict(vocab_size=99, intermediate_size=48, max_position_embeddings=64, **HIDDEN, **TOKENS)
GROUPED = dict(TEXT, num_key_value_heads=2)
TYPED = dict(TEXT, type_vocab_size=2)
SHORT = dict(vocab_size=99, n_embd=32, n_layer=2, n_head=4, n_positions=64)
LAYERS = dict(d_model=32, encoder_layers=2, decoder_layers=2, encoder_ffn_dim=37, decoder_ffn_dim=37)
LAYERS.update(encoder_attention_heads=4, decoder_attention_heads=4)
BOTH = dict(vocab_size=99, max_position_embeddings=64, decoder_start_token_id=2, **TOKENS, **LAYERS)
PATCHES = dict(image_size=32, patch_size=8, intermediate_size=37, **HIDDEN)
SWIN = dict(image_size=32, patch_size=2, embed_dim=16, depths=[1, 1], num_heads=[2, 2], window_size=4)
WAVES = dict(vocab_size=99, intermediate_size=37, conv_dim=(16, 16), conv_kernel=(10, 5), conv_stride=(5, 4), **HIDDEN)
WAVES.update(num_conv_pos_embeddings=16, num_conv_pos_embedding_groups=2, mask_time_prob=0.0, num_feat_extract_layers=2)
WAVES.update(ctc_loss_reduction="mean")
T5 = dict(vocab_size=99, d_model=32, d_kv=8, d_ff=37, num_layers=2, num_heads=4, decoder_start_token_id=0)

# name: (class, configuration, its arguments)
WRITERS = {
    name: (f"{name}ForCausalLM", f"{name}Config", GROUPED)
    for name in "Llama Mistral Qwen2 Phi3 StableLm Starcoder2 Olmo Olmo2 Cohere Granite SmolLM3 Nemotron Mixtral".split()
}
WRITERS |= {
    name: (f"{name}ForCausalLM", f"{name}Config", dict(GROUPED, head_dim=8))
    for name in "Gemma Gemma2 Glm Helium Qwen3".split()
}
WRITERS |= {
    "Gemma3": ("Gemma3ForCausalLM", "Gemma3TextConfig", dict(GROUPED, head_dim=8)),
    "Qwen2Moe": (
        "Qwen2MoeForCausalLM",
        "Qwen2MoeConfig",
        dict(
            GROUPED,
            num_experts=4,
            num_experts_per_tok=2,
            moe_intermediate_size=16,
            shared_expert_intermediate_size=16,
        ),
    ),
    "DeepseekV3": (
        "DeepseekV3ForCausalLM",
        "DeepseekV3Config",
        dict(
            TEXT,
            num_key_value_heads=4,
            n_routed_experts=4,
            n_group=2,
            topk_group=1,
            num_experts_per_tok=2,
            q_lora_rank=16,
            kv_lora_rank=8,
            qk_rope_head_dim=4,
            qk_nope_head_dim=4,
            v_head_dim=8,
            first_k_dense_replace=1,
            moe_intermediate_size=16,
        ),
    ),
    "Jamba": (
        "JambaForCausalLM",
        "JambaConfig",
        dict(
            GROUPED,
            attn_layer_offset=1,
            attn_layer_period=2,
            expert_layer_offset=1,
            expert_layer_period=2,
            num_experts=2,
            num_experts_per_tok=2,
            mamba_d_state=4,
            use_mamba_kernels=False,
        ),
    ),
    "GPT2": ("GPT2LMHeadModel", "GPT2Config", SHORT),
    "GPTNeoX": ("GPTNeoXForCausalLM", "GPTNeoXConfig", TEXT),
    "GPTJ": ("GPTJForCausalLM", "GPTJConfig", dict(SHORT, rotary_dim=4)),
    "GPTNeo": (
        "GPTNeoForCausalLM",
        "GPTNeoConfig",
        dict(
            vocab_size=99,
            hidden_size=32,
            num_layers=2,
            num_heads=4,
            attention_types=[[["global", "local"], 1]],
            window_size=7,
            max_position_embeddings=64,
        ),
    ),
    "OPT": (
        "OPTForCausalLM",
        "OPTConfig",
        dict(vocab_size=99, ffn_dim=37, max_position_embeddings=64, word_embed_proj_dim=32, **HIDDEN),
    ),
    "Bloom": ("BloomForCausalLM", "BloomConfig", dict(vocab_size=99, hidden_size=32, n_layer=2, n_head=4)),
    "Falcon": ("FalconForCausalLM", "FalconConfig", dict(vocab_size=99, max_position_embeddings=64, **HIDDEN)),
    "Phi": ("PhiForCausalLM", "PhiConfig", TEXT),
    "Mpt": ("MptForCausalLM", "MptConfig", dict(vocab_size=99, d_model=32, n_layers=2, n_heads=4, max_seq_len=64)),
    "Mamba": (
        "MambaForCausalLM",
        "MambaConfig",
        dict(vocab_size=99, hidden_size=32, num_hidden_layers=2, state_size=8),
    ),
    "Mamba2": (
        "Mamba2ForCausalLM",
        "Mamba2Config",
        dict(
            vocab_size=99,
            hidden_size=32,
            num_hidden_layers=2,
            state_size=8,
            num_heads=8,
            head_dim=8,
            n_groups=1,
            chunk_size=4,
        ),
    ),
    "Rwkv": (
        "RwkvForCausalLM",
        "RwkvConfig",
        dict(vocab_size=99, hidden_size=32, num_hidden_layers=2, context_length=64),
    ),
    "Bart": ("BartForConditionalGeneration", "BartConfig", dict(BOTH, forced_eos_token_id=None)),
    "Pegasus": ("PegasusForConditionalGeneration", "PegasusConfig", BOTH),
    "Marian": ("MarianMTModel", "MarianConfig", dict(BOTH, decoder_start_token_id=3)),
    "LED": (
        "LEDForConditionalGeneration",
        "LEDConfig",
        dict(
            vocab_size=99,
            max_encoder_position_embeddings=64,
            max_decoder_position_embeddings=64,
            attention_window=4,
            decoder_start_token_id=2,
            **LAYERS,
        ),
    ),
    "T5": ("T5ForConditionalGeneration", "T5Config", T5),
    "T5gated": (
        "T5ForConditionalGeneration",
        "T5Config",
        dict(T5, feed_forward_proj="gated-gelu", is_gated_act=True),
    ),
}
READERS = {
    name: (f"{name}ForMaskedLM", f"{name}Config", arguments)
    for name, arguments in {
        "Bert": TYPED,
        "Roberta": dict(TYPED, pad_token_id=1),
        "Electra": dict(TYPED, embedding_size=16),
        "Albert": dict(TYPED, embedding_size=16),
        "DistilBert": dict(vocab_size=99, dim=32, n_layers=2, n_heads=4, hidden_dim=37, max_position_embeddings=64),
        "Deberta": dict(TYPED, relative_attention=True, pos_att_type="p2c|c2p"),
        "DebertaV2": dict(TYPED, relative_attention=True, pos_att_type="p2c|c2p"),
        "MPNet": dict(TEXT, pad_token_id=1),
        "RoFormer": dict(TYPED, embedding_size=32),
        "ConvBert": dict(TYPED, embedding_size=32),
        "ModernBert": dict(TEXT, cls_token_id=1, sep_token_id=2),
        "FNet": {key: value for key, value in TYPED.items() if key != "num_attention_heads"},
        "Longformer": dict(TYPED, attention_window=4, pad_token_id=1),
        "BigBird": dict(TYPED, attention_type="original_full"),
        "MobileBert": dict(
            TYPED,
            embedding_size=16,
            true_hidden_size=32,
            intra_bottleneck_size=32,
            num_feedforward_networks=1,
        ),
        "Funnel": dict(vocab_size=99, block_sizes=[1, 1], d_model=32, n_head=4, d_head=8, d_inner=37),
        "Nystromformer": dict(TYPED, num_landmarks=5, segment_means_seq_len=10),
    }.items()
}
READERS["XLNet"] = (
    "XLNetLMHeadModel",
    "XLNetConfig",
    dict(vocab_size=99, d_model=32, n_layer=2, n_head=4, d_inner=37),
)
FOUR = dict(hidden_sizes=[8, 8, 16, 16], depths=[1, 1, 1, 1])
SEERS = {
    name: (f"{name}ForImageClassification", f"{name}Config", arguments)
    for name, arguments in {
        "ViT": PATCHES,
        "DeiT": PATCHES,
        "Beit": dict(PATCHES, use_relative_position_bias=True),
        "Dinov2": PATCHES,
        "Swin": SWIN,
        "Swinv2": SWIN,
        "ConvNext": dict(hidden_sizes=[8, 16], depths=[1, 1], num_stages=2),
        "ConvNextV2": dict(hidden_sizes=[8, 16], depths=[1, 1], num_stages=2),
        "ResNet": dict(embedding_size=8, hidden_sizes=[8, 16], depths=[1, 1]),
        "RegNet": dict(FOUR, embedding_size=8, hidden_sizes=[8, 16, 16, 16], groups_width=8),
        "MobileNetV2": dict(image_size=32),
        "MobileViT": dict(image_size=64),
        "Levit": dict(
            image_size=64,
            hidden_sizes=[16, 32, 48],
            num_attention_heads=[1, 2, 3],
            depths=[1, 1, 1],
            key_dim=[8, 8, 8],
        ),
        "PoolFormer": dict(FOUR, hidden_sizes=[8, 8, 8, 8]),
        "EfficientNet": dict(image_size=32, width_coefficient=0.25, depth_coefficient=0.3, hidden_dim=320),
    }.items()
}
HEARERS = {
    name: (f"{name}ForCTC", f"{name}Config", WAVES) for name in "Wav2Vec2 Hubert WavLM UniSpeech Data2VecAudio".split()
}
PAIRS = dict(text_config=TEXT, vision_config=PATCHES)
# (class, configuration, its arguments, the model's)
OTHERS = {
    "Segformer": (
        "SegformerForSemanticSegmentation",
        "SegformerConfig",
        dict(FOUR, num_attention_heads=[1, 1, 2, 2], decoder_hidden_size=16),
        dict(pixel_values=IMAGE, labels=torch.arange(2 * 32 * 32).reshape(2, 32, 32) % 2),
    ),
    "DPT": (
        "DPTForDepthEstimation",
        "DPTConfig",
        dict(
            PATCHES,
            num_hidden_layers=4,
            backbone_out_indices=[0, 1, 2, 3],
            neck_hidden_sizes=[8, 8, 8, 8],
            fusion_hidden_size=8,
            is_hybrid=False,
        ),
        dict(pixel_values=IMAGE),
    ),
    "CLIP": ("CLIPModel", "CLIPConfig", PAIRS, dict(input_ids=IDS, pixel_values=IMAGE, return_loss=True)),
    "Siglip": ("SiglipModel", "SiglipConfig", PAIRS, dict(input_ids=IDS, pixel_values=IMAGE, return_loss=True)),
    "Blip": (
        "BlipForConditionalGeneration",
        "BlipConfig",
        dict(PAIRS, text_config=dict(TEXT, encoder_hidden_size=32), projection_dim=16),
        dict(input_ids=IDS, pixel_values=IMAGE, labels=IDS),
    ),
    "VisualBert": ("VisualBertModel", "VisualBertConfig", TEXT, dict(input_ids=IDS)),
    "Whisper": (
        "WhisperForConditionalGeneration",
        "WhisperConfig",
        dict(
            LAYERS,
            **TOKENS,
            vocab_size=99,
            max_source_positions=20,
            max_target_positions=20,
            decoder_start_token_id=3,
        ),
        dict(input_features=torch.linspace(-1, 1, 2 * 80 * 40).reshape(2, 80, 40), labels=IDS),
    ),
    "SpeechT5": (
        "SpeechT5Model",
        "SpeechT5Config",
        dict({key: value for key, value in LAYERS.items() if key != "d_model"}, hidden_size=32),
        dict(
            input_values=torch.linspace(0, 1, 640).reshape(2, 10, 32),
            decoder_input_values=torch.linspace(-1, 1, 640).reshape(2, 10, 32),
        ),
    ),
    "AST": (
        "ASTForAudioClassification",
        "ASTConfig",
        dict(
            HIDDEN,
            intermediate_size=37,
            max_length=64,
            num_mel_bins=16,
            patch_size=4,
            frequency_stride=4,
            time_stride=4,
        ),
        dict(input_values=torch.linspace(-1, 1, 2 * 64 * 16).reshape(2, 64, 16), labels=CLASSES),
    ),
    "Encodec": (
        "EncodecModel",
        "EncodecConfig",
        dict(num_filters=4, hidden_size=16, codebook_size=16, upsampling_ratios=[4, 2], num_lstm_layers=1),
        dict(input_values=SOUND[:, None]),
    ),
    "Vits": (
        "VitsModel",
        "VitsConfig",
        dict(
            vocab_size=99,
            hidden_size=16,
            num_hidden_layers=1,
            num_attention_heads=2,
            ffn_dim=16,
            flow_size=16,
            spectrogram_bins=9,
            upsample_initial_channel=16,
            upsample_rates=[8, 2],
            upsample_kernel_sizes=[16, 4],
            resblock_kernel_sizes=[3],
            resblock_dilation_sizes=[[1, 3]],
            posterior_encoder_num_wavenet_layers=1,
            prior_encoder_num_flows=1,
            duration_predictor_num_flows=2,
        ),
        dict(input_ids=IDS),
    ),
    "TimeSeriesTransformer": (
        "TimeSeriesTransformerForPrediction",
        "TimeSeriesTransformerConfig",
        dict(
            {key: 2 if "heads" in key else value for key, value in LAYERS.items()},
            prediction_length=4,
            context_length=10,
            lags_sequence=[1, 2, 3, 4],
            num_time_features=1,
            d_model=16,
        ),
        dict(
            past_values=torch.linspace(0, 1, 28).reshape(2, 14),
            past_time_features=torch.linspace(0, 1, 28).reshape(2, 14, 1),
            past_observed_mask=torch.ones(2, 14),
            future_values=torch.linspace(1, 2, 8).reshape(2, 4),
            future_time_features=torch.linspace(1, 2, 8).reshape(2, 4, 1),
        ),
    ),
    "PatchTST": (
        "PatchTSTForPrediction",
        "PatchTSTConfig",
        dict(
            context_length=16,
            prediction_length=4,
            num_input_channels=2,
            patch_length=4,
            patch_stride=4,
            d_model=16,
            num_attention_heads=2,
            ffn_dim=16,
            num_hidden_layers=1,
        ),
        dict(
            past_values=torch.linspace(0, 1, 64).reshape(2, 16, 2),
            future_values=torch.linspace(0, 1, 16).reshape(2, 4, 2),
        ),
    ),
    "DecisionTransformer": (
        "DecisionTransformerModel",
        "DecisionTransformerConfig",
        dict(n_layer=1, n_head=2, hidden_size=16),
        dict(
            states=torch.ones(2, 5, 17),
            actions=torch.ones(2, 5, 4),
            rewards=torch.ones(2, 5, 1),
            returns_to_go=torch.ones(2, 5, 1),
            timesteps=torch.arange(5).repeat(2, 1),
            attention_mask=torch.ones(2, 5),
        ),
    ),
    "Perceiver": (
        "PerceiverForMaskedLM",
        "PerceiverConfig",
        dict(
            vocab_size=99,
            num_latents=4,
            d_latents=16,
            d_model=16,
            num_blocks=1,
            num_self_attends_per_block=1,
            num_self_attention_heads=2,
            num_cross_attention_heads=2,
            max_position_embeddings=10,
        ),
        dict(inputs=IDS),
    ),
}


def cases():
    """(name, class, configuration, its arguments, the model's) of each."""
    for name, case in {**WRITERS, **READERS}.items():
        yield name, *case, dict(input_ids=IDS, labels=IDS)
    for name, case in SEERS.items():
        size = case[2].get("image_size")
        yield name, *case, dict(pixel_values=IMAGE.repeat(1, 1, 2, 2) if size == 64 else IMAGE, labels=CLASSES)
    for name, case in HEARERS.items():
        yield name, *case, dict(input_values=SOUND, labels=IDS[:, :4])
    for name, case in OTHERS.items():
        yield name, *case


def sizes(found):
    """The mean size of the elements of each tensor of floats in an output."""
    if isinstance(found, torch.Tensor):
        return [found.detach().abs().double().mean()] if found.numel() and found.is_floating_point() else []
    found = found.values() if isinstance(found, dict) else found if isinstance(found, (list, tuple)) else ()
    return [size for one in found for size in sizes(one)]


def step(model, inputs):
    """Shows what a forward and a backward pass give, and the outputs after a step."""
    torch.manual_seed(1)
    np.random.seed(0)  # by which VITS leaves layers out
    found = model.train()(**inputs)
    outputs = sizes(dict(found))
    loss = found.get("loss")
    if loss is None:
        loss = next(one for one in found.values() if isinstance(one, torch.Tensor) and one.requires_grad).sum()
    loss.backward()
    given = [one for one in model.parameters() if one.grad is not None]
    norm = torch.nn.utils.clip_grad_norm_(given, 1.0)
    torch.optim.AdamW(given, lr=1e-3, foreach=True).step()
    with torch.no_grad():
        torch.manual_seed(1)
        return [*outputs, norm, *sizes(dict(model.eval()(**inputs)))]


for name, cls, configuration, arguments, inputs in cases():
    torch.manual_seed(0)
    model = getattr(transformers, cls)(getattr(transformers, configuration)(**arguments))
    show(**{name: [float(one) for one in step(model, inputs)]})
    for way, how in WAYS.items() if name in WRITERS else ():
        if (name, way) == ("Rwkv", "beams"):
            continue  # transformers refuses it: its state cannot be reordered
        torch.manual_seed(2)
        mask = torch.ones(2, 4, dtype=torch.long)
        length = dict(max_new_tokens=5, min_new_tokens=5)
        show(**{f"{name} {way}": model.generate(IDS[:, :4], attention_mask=mask, **length, **how).tolist()})
