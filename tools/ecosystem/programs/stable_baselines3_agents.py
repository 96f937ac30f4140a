"""stable_baselines3: PPO, A2C, DQN and SAC learn on small environments"""

import gymnasium
import numpy
from show import show
from stable_baselines3 import A2C, DQN, PPO, SAC
from stable_baselines3.common.evaluation import evaluate_policy


class Walk(gymnasium.Env):
    observation_space = gymnasium.spaces.Box(-1, 1, (2,), numpy.float32)

    def __init__(self, discrete=True):
        self.action_space = (
            gymnasium.spaces.Discrete(2) if discrete else gymnasium.spaces.Box(-1, 1, (1,), numpy.float32)
        )
        self.discrete = discrete

    def reset(self, seed=None, options=None):
        super().reset(seed=seed)
        self.at, self.step_count = 0.1, 0
        return numpy.array([self.at, 0], numpy.float32), {}

    def step(self, action):
        move = (0.1 if action else -0.1) if self.discrete else 0.1 * float(action[0])
        self.at, self.step_count = float(numpy.clip(self.at + move, -1, 1)), self.step_count + 1
        return numpy.array([self.at, self.step_count / 10], numpy.float32), self.at, self.step_count >= 10, False, {}


for kind, discrete, settings in (
    (PPO, True, {"n_steps": 32, "batch_size": 16, "n_epochs": 2}),
    (A2C, True, {}),
    (DQN, True, {"learning_starts": 20, "batch_size": 8}),
    (SAC, False, {"learning_starts": 20, "batch_size": 8}),
):
    model = kind("MlpPolicy", Walk(discrete), seed=0, device="cpu", **settings)
    model.learn(80)
    mean, _ = evaluate_policy(model, Walk(discrete), n_eval_episodes=2, warn=False)
    parameters = [float(p.detach().double().norm()) for p in model.policy.parameters()]
    show(**{kind.__name__: [float(mean), *parameters]})
