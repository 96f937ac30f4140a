"""torchvision: features of inner nodes by create_feature_extractor, of a ResNet, a MobileNet and a ViT, which then learn"""

import torch
import torchvision
from show import show, train
from torchvision.models.feature_extraction import create_feature_extractor, get_graph_node_names

torch.manual_seed(0)
x, y = torch.rand(2, 3, 64, 64), torch.arange(2)
model = torchvision.models.resnet18(num_classes=4)
names, of_evaluation = get_graph_node_names(model)
show(nodes=len(names), evaluated=len(of_evaluation))
features = create_feature_extractor(model, return_nodes={"layer1": "low", "layer3.1.bn2": "middle", "flatten": "high"})
show(**{name: one.mean() for name, one in features(x).items()})
mobile = create_feature_extractor(torchvision.models.mobilenet_v3_small(num_classes=4), ["features.3.block", "avgpool"])
show(**{name: one.mean() for name, one in mobile(x).items()})
vit = torchvision.models.VisionTransformer(64, 16, 2, 2, 32, 64, num_classes=4)
tokens = create_feature_extractor(vit, {"encoder.ln": "tokens", "heads": "classes"})
show(tokens=tokens(x)["tokens"].mean((0, 1))[:4])
head = torch.nn.Linear(512, 2)
sgd = torch.optim.SGD([*features.parameters(), *head.parameters()], lr=0.01)
train(features, sgd, lambda: torch.nn.functional.cross_entropy(head(features(x)["high"]), y), 3, "upon features")
sgd = torch.optim.SGD(tokens.parameters(), lr=0.1)
train(tokens, sgd, lambda: torch.nn.functional.cross_entropy(tokens(x)["classes"], y), 2, "ViT")
features.eval()
show(**{f"evaluated {name}": one.mean() for name, one in features(x).items()})
