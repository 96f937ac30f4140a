"""torchvision: transforms v1 and v2 on images, boxes and masks; detection's and segmentation's heads; its operators in Python"""

import numpy
import torch
import torchvision
from PIL import Image
from show import show
from torchvision import ops, transforms, tv_tensors
from torchvision.transforms import v2

torch.manual_seed(0)
array = torch.randint(0, 256, (40, 48, 3), dtype=torch.uint8)
picture = Image.fromarray(array.numpy())
old = transforms.Compose(
    [
        transforms.RandomResizedCrop(24),
        transforms.RandomHorizontalFlip(),
        transforms.ColorJitter(0.2, 0.2, 0.2, 0.1),
        transforms.RandomRotation(20),
        transforms.ToTensor(),
        transforms.Normalize([0.5] * 3, [0.25] * 3),
        transforms.RandomErasing(1.0),
    ]
)
show(v1=torch.stack([old(picture) for _ in range(3)]).mean((2, 3)))
tensor = array.permute(2, 0, 1)
for name in (
    "RandomAffine(15, (0.1, 0.1), (0.8, 1.2), 5)",
    "GaussianBlur(5)",
    "RandomPerspective(0.4, 1.0)",
    "RandAugment()",
    "TrivialAugmentWide()",
    "AutoAugment()",
    "AugMix()",
    "ElasticTransform()",
    "RandomSolarize(100, 1.0)",
):
    for which, module in (("v1", "transforms"), ("v2", "v2")):
        torch.manual_seed(1)
        show(**{f"{which} {name.partition('(')[0]}": eval(f"{module}.{name}")(tensor).double().mean((1, 2))})
boxes = tv_tensors.BoundingBoxes([[4, 4, 20, 22], [10, 8, 40, 30]], format="XYXY", canvas_size=(40, 48))
mask = tv_tensors.Mask((tensor[:1] > 128).to(torch.uint8))
both = v2.Compose(
    [v2.RandomCrop((32, 32)), v2.RandomHorizontalFlip(1.0), v2.RandomRotation(10), v2.ClampBoundingBoxes()]
)
image, moved, cut = both(tv_tensors.Image(tensor), boxes, mask)
show(kinds=[type(one).__name__ for one in (image, moved, cut)], boxes=moved.double(), mask=cut.double().mean())
mixed, labels = v2.MixUp(num_classes=4)(torch.rand(4, 3, 8, 8), torch.arange(4))
show(
    mixed=mixed.mean((1, 2, 3)),
    labels=labels,
    converted=v2.functional.convert_bounding_box_format(moved, new_format="CXCYWH"),
)
show(iou=ops.box_iou(boxes.float(), boxes.float()), giou=ops.generalized_box_iou(boxes.float(), boxes.float() + 3))
show(focal=ops.sigmoid_focal_loss(torch.randn(6), torch.rand(6), reduction="mean"), area=ops.box_area(boxes))
segmenting = torchvision.models.segmentation.lraspp_mobilenet_v3_large(
    weights=None, weights_backbone=None, num_classes=3
)
segmented = segmenting(torch.rand(2, 3, 64, 64))["out"]
segmented.square().mean().backward()
show(segmented=segmented.mean((0, 2, 3)), gradient=next(segmenting.parameters()).grad.norm())
features = ops.FeaturePyramidNetwork([8, 16], 4)({"a": torch.rand(1, 8, 16, 16), "b": torch.rand(1, 16, 8, 8)})
show(
    pyramid=[float(one.mean().detach()) for one in features.values()],
    grid=torchvision.utils.make_grid(torch.rand(4, 3, 8, 8)).mean(),
)
data = torchvision.datasets.FakeData(4, (3, 16, 16), 3, transform=transforms.ToTensor())
show(
    fake=[float(one.mean()) for one, _ in torch.utils.data.DataLoader(data, 2)],
    numpy=float(numpy.asarray(old.transforms[0](picture)).mean()),
)
