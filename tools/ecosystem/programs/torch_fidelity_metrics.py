"""torch_fidelity: FID, KID, ISC and precision of features; LPIPS-less metrics of a generator of one's own"""

import torch
from show import show
from torch_fidelity import GenerativeModelModuleWrapper, calculate_metrics, register_feature_extractor
from torch_fidelity.feature_extractor_base import FeatureExtractorBase
from torch_fidelity.metric_fid import fid_features_to_statistics, fid_statistics_to_metric
from torch_fidelity.metric_isc import isc_features_to_metric
from torch_fidelity.metric_kid import kid_features_to_metric
from torch_fidelity.metric_prc import prc_features_to_metric

torch.manual_seed(0)
one, other = torch.randn(60, 8), torch.randn(60, 8) + 0.2
show(
    fid=fid_statistics_to_metric(fid_features_to_statistics(one), fid_features_to_statistics(other), False)[
        "frechet_inception_distance"
    ]
)
show(
    kid=kid_features_to_metric(one, other, kid_subsets=5, kid_subset_size=20, verbose=False)[
        "kernel_inception_distance_mean"
    ]
)
show(
    isc=list(isc_features_to_metric(one).values()),
    prc=list(prc_features_to_metric(one, other, verbose=False, prc_neighborhood=3, prc_batch_size=20).values()),
)


class Small(FeatureExtractorBase):
    def __init__(self, name, features_list, **rest):
        super().__init__(name, features_list)
        self.linear = torch.nn.Linear(3 * 16, 6)

    @staticmethod
    def get_provided_features_list():
        return ("six",)

    @staticmethod
    def get_default_feature_layer_for_metric(metric):
        return "six"

    @staticmethod
    def can_be_compiled():
        return False

    @staticmethod
    def get_dummy_input_for_compile():
        return torch.zeros(1, 3, 4, 4, dtype=torch.uint8)

    def forward(self, x):
        return (self.linear(x.float().flatten(1) / 255),)


register_feature_extractor("small", Small)


class Generator(torch.nn.Module):
    def forward(self, z):
        return (torch.tanh(z.reshape(-1, 3, 4, 4)) * 127 + 128).to(torch.uint8)


class Images(torch.utils.data.Dataset):
    def __len__(self):
        return 50

    def __getitem__(self, i):
        return torch.randint(0, 256, (3, 4, 4), dtype=torch.uint8, generator=torch.Generator().manual_seed(i))


got = calculate_metrics(
    input1=GenerativeModelModuleWrapper(Generator(), 48, "normal", 0),
    input1_model_num_samples=50,
    input2=Images(),
    fid=True,
    kid=True,
    kid_subset_size=20,
    kid_subsets=4,
    feature_extractor="small",
    cuda=False,
    verbose=False,
    save_cpu_ram=True,
    batch_size=16,
)
show(metrics=[got[name] for name in sorted(got)])
