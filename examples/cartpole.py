"""An agent learns to balance a pole on a cart by policy gradients (REINFORCE); the environment is thirty lines.

python examples/cartpole.py train
python examples/cartpole.py watch
"""

import math
import sys

from common import Program, Run, begin, option, positive, restored

import pytorch_c as torch
from pytorch_c import nn, optim

# Barto, Sutton and Anderson's cart: m, kg, s, N.
GRAVITY, CART, POLE, HALF_LENGTH, FORCE, TICK = 9.8, 1.0, 0.1, 0.5, 10.0, 0.02
FARTHEST, STEEPEST = 2.4, 12 * math.pi / 180


def start(carts):
    """States (carts, 4) near rest in the middle: place, speed, angle of the pole, its angular speed."""
    return torch.empty(carts, 4).uniform_(-0.05, 0.05)


def tick(states, right):
    """The states after one tick in which each cart is pushed to the right (1.0) or to the left (0.0)."""
    place, speed, angle, turn = states.unbind(1)
    sine, cosine, total = angle.sin(), angle.cos(), CART + POLE
    push = (FORCE * (2 * right - 1) + POLE * HALF_LENGTH * turn.square() * sine) / total
    turning = (GRAVITY * sine - cosine * push) / (HALF_LENGTH * (4 / 3 - POLE * cosine.square() / total))
    moving = push - POLE * HALF_LENGTH * turning * cosine / total
    changes = torch.stack([speed, moving, turn, turning], 1)
    return states + TICK * changes


def stands(states):
    """Returns whether each cart is still on its track and its pole upright."""
    return (states[:, 0].abs() < FARTHEST) & (states[:, 2].abs() < STEEPEST)


def make(options):
    """The policy: states (n, 4) -> scores of left and right (n, 2)."""
    return nn.Sequential(nn.Linear(4, options.hidden), nn.Tanh(), nn.Linear(options.hidden, 2))


def play(policy, carts, ticks):
    """Plays until all have fallen, at most so many ticks: (log chances of what was done, who stood), (ticks, carts)."""
    states, alive = start(carts), torch.ones(carts, dtype=torch.bool)
    chances, lives = [], []
    for _ in range(ticks):
        scores = policy(states).log_softmax(1)
        actions = torch.multinomial(scores.detach().exp(), 1)
        chances.append(scores.gather(1, actions).squeeze(1))
        lives.append(alive)
        states = tick(states, actions.squeeze(1).float())
        alive = alive & stands(states)
        if not alive.any():
            break
    return torch.stack(chances), torch.stack(lives)


def discounted(rewards, discount):
    """The rewards to come at each tick, later ones for less: (ticks, carts) -> the same."""
    total, totals = torch.zeros(rewards.shape[1]), []
    for reward in rewards.flip(0):
        total = reward + discount * total
        totals.append(total)
    return torch.stack(totals).flip(0)


def train(options):
    """Train the policy: what was done before a long life becomes likelier."""
    begin(options)
    policy = make(options)
    optimizer = optim.Adam(policy.parameters(), lr=options.lr)
    run = Run(options, model=policy, optimizer=optimizer)
    for _ in run.steps():
        chances, lives = play(policy, options.carts, options.ticks)
        returns = discounted(lives.float(), options.discount)
        lived = returns[lives]
        advantages = (returns - lived.mean()) / (lived.std() + 1e-6)
        loss = -(chances * advantages)[lives].mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        run.record(loss=loss, ticks=lives.sum() / options.carts)
    run.finish()


@torch.no_grad()
def watch(options):
    """Shows one cart, a line every tenth of a second: as it goes, so goes the pole on it."""
    policy = restored(options, make)
    states, wide = start(1), 61
    for number in range(options.ticks):
        if number % 5 == 0:
            at = round((states[0, 0].item() / FARTHEST + 1) / 2 * (wide - 1))
            angle = states[0, 2].item()
            pole = "|" if abs(angle) < 0.02 else "/" if angle > 0 else "\\"
            print(f"{number * TICK:5.1f} s {'.' * at}{pole}{'.' * (wide - 1 - at)}")
        states = tick(states, policy(states).argmax(1).float())
        if not stands(states).item():
            print(f"fell after {number + 1} ticks")
            return
    print(f"stood for {options.ticks} ticks")


def main(arguments=None):
    program = Program(__file__, __doc__, devices=False)
    command = program.training(train, steps=120, lr=0.01)
    option(command, "--hidden", default=32, type=positive, help="size of the policy's hidden layer")
    option(command, "--carts", default=16, type=positive, help="that play at once")
    option(command, "--ticks", default=200, type=positive, help="of the longest game")
    option(command, "--discount", default=0.98, type=float, help="what a reward is worth a tick later")
    command = program.command(watch, "show one game")
    option(command, "--ticks", default=200, type=positive, help="of the longest game")
    return program.main(arguments)


if __name__ == "__main__":
    sys.exit(main())
