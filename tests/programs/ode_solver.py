"""Runge-Kutta for a pendulum, differentiated through; fields of a potential by gradient and diff."""

import math


def run(torch):
    def field(state, g):
        angle, speed = state.unbind(-1)
        return torch.stack((speed, -g * angle.sin()), dim=-1)

    def step(state, g, dt):
        k1 = field(state, g)
        k2 = field(state + dt / 2 * k1, g)
        k3 = field(state + dt / 2 * k2, g)
        k4 = field(torch.add(state, k3, alpha=dt), g)
        return state + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

    g = torch.tensor(9.81, dtype=torch.float64, requires_grad=True)
    state = torch.tensor([[0.1, 0.0], [1.0, 0.0], [3.0, 0.0]], dtype=torch.float64)
    track = [state]
    for _ in range(100):
        track.append(step(track[-1], g, 0.01))
    track = torch.stack(track)
    track[-1, 0, 0].backward()
    energy = 0.5 * track[..., 1] ** 2 - g * track[..., 0].cos()

    grid = torch.linspace(-1, 1, 9, dtype=torch.float64)
    potential = torch.exp(-(grid[:, None] ** 2) - grid**2)
    fx, fy = torch.gradient(potential, spacing=(grid, grid))
    return {
        "last": track[-1].detach(),
        "sensitivity": g.grad,
        "drift": (energy.amax(0) - energy.amin(0)).detach() < 1e-5,
        "small angle": abs(track[-1, 0, 0].item() - 0.1 * math.cos(math.sqrt(9.81))) < 1e-3,
        "fx": fx,
        "field": torch.hypot(fx, fy).max(),
        "differences": torch.diff(grid, n=2, prepend=grid.new_zeros(1)),
        "area": torch.trapezoid(torch.trapezoid(potential, grid), x=grid),
        "slope": torch.gradient(potential[4], spacing=0.25)[0],
    }
