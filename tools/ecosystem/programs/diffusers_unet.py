"""diffusers: a small UNet learns to take noise away, and DDPM's, DDIM's and other schedulers' loops sample from it; a VAE"""

import torch
from diffusers import (
    AutoencoderKL,
    DDIMPipeline,
    DDIMScheduler,
    DDPMScheduler,
    DPMSolverMultistepScheduler,
    EulerDiscreteScheduler,
    UNet2DConditionModel,
    UNet2DModel,
)
from show import show, train

torch.manual_seed(0)
blocks = {
    "down_block_types": ("DownBlock2D", "AttnDownBlock2D"),
    "up_block_types": ("AttnUpBlock2D", "UpBlock2D"),
    "block_out_channels": (32, 64),
    "layers_per_block": 1,
}
unet = UNet2DModel(sample_size=16, in_channels=3, out_channels=3, **blocks)
noising = DDPMScheduler(num_train_timesteps=100)
images = torch.rand(4, 3, 16, 16) * 2 - 1


def loss():
    noise, steps = torch.randn_like(images), torch.randint(0, 100, (4,))
    return torch.nn.functional.mse_loss(unet(noising.add_noise(images, noise, steps), steps).sample, noise)


train(unet, torch.optim.AdamW(unet.parameters(), 1e-3), loss, 4)
unet.eval()
for scheduler in (noising, DDIMScheduler(100), EulerDiscreteScheduler(100), DPMSolverMultistepScheduler(100)):
    scheduler.set_timesteps(4)
    sample = torch.randn(1, 3, 16, 16, generator=torch.Generator().manual_seed(1)) * scheduler.init_noise_sigma
    for step in scheduler.timesteps:
        with torch.no_grad():
            noise = unet(scheduler.scale_model_input(sample, step), step).sample
        sample = scheduler.step(noise, step, sample).prev_sample
    show(**{type(scheduler).__name__: sample.mean((0, 2, 3))})
pipeline = DDIMPipeline(unet, DDIMScheduler(100))
pipeline.set_progress_bar_config(disable=True)
made = pipeline(generator=torch.Generator().manual_seed(0), num_inference_steps=3, output_type="np").images
show(pipeline=torch.from_numpy(made).mean((1, 2)))
conditional = UNet2DConditionModel(
    sample_size=8,
    in_channels=4,
    out_channels=4,
    down_block_types=("CrossAttnDownBlock2D", "DownBlock2D"),
    up_block_types=("UpBlock2D", "CrossAttnUpBlock2D"),
    block_out_channels=(32, 64),
    layers_per_block=1,
    cross_attention_dim=16,
    attention_head_dim=8,
)
vae = AutoencoderKL(block_out_channels=(32,), latent_channels=4, sample_size=16)
latents = vae.encode(images).latent_dist.mode()
told = conditional(latents, 3, encoder_hidden_states=torch.randn(4, 5, 16)).sample
told.square().mean().backward()
show(latents=latents.mean((0, 2, 3)), told=told.mean((0, 2, 3)), decoded=vae.decode(latents).sample.mean())
show(gradients=[float(one.grad.norm()) for one in conditional.parameters() if one.grad is not None][:12])
