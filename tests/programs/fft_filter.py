"""A tone found in noise with rfft and stft, and filtered out with irfft and a window."""

import math


def run(torch):
    torch.manual_seed(4)
    rate = 256
    t = torch.arange(rate * 2) / rate
    signal = torch.sin(2 * math.pi * 20 * t) + 0.5 * torch.cos(2 * torch.pi * 60 * t)
    noisy = signal + 0.3 * torch.randn_like(t)

    spectrum = torch.fft.rfft(noisy)
    frequencies = torch.fft.rfftfreq(len(noisy), d=1 / rate)
    power, where = spectrum.abs().topk(2)
    mask = frequencies <= 40
    smooth = torch.fft.irfft(torch.where(mask, spectrum, 0), n=len(noisy))

    window = torch.hann_window(64)
    frames = torch.stft(noisy, 64, hop_length=16, window=window, return_complex=True)
    back = torch.istft(frames, 64, hop_length=16, window=window, length=len(noisy))
    shifted = torch.fft.fftshift(torch.fft.fft(noisy[:8]))
    return {
        "tones": frequencies[where],
        "power": power,
        "smooth": smooth[::32],
        "frames": tuple(frames.shape),
        "loudest": frames.abs().mean(-1).argmax(),
        "angle": torch.angle(frames[5, 3:6]),
        "restored": torch.allclose(back, noisy, atol=1e-4),
        "parseval": [noisy.square().sum(), (torch.fft.fft(noisy).abs() ** 2).sum() / len(noisy)],
        "shifted": torch.view_as_real(shifted),
        "energy": torch.trapezoid(smooth**2, dx=1 / rate),
    }
