"""torchdata: a StatefulDataLoader stops and goes on; nodes of a pipeline"""

import torch
from show import show
from torchdata.nodes import Batcher, IterableWrapper, Loader, Mapper, ParallelMapper, Prefetcher, SamplerWrapper
from torchdata.stateful_dataloader import StatefulDataLoader

torch.manual_seed(0)
data = torch.utils.data.TensorDataset(torch.arange(20.0), torch.arange(20) % 2)
loader = StatefulDataLoader(data, batch_size=4, shuffle=True)
seen = []
for i, (x, _) in enumerate(loader):
    seen.append(x.tolist())
    if i == 1:
        state = loader.state_dict()
        break
again = StatefulDataLoader(data, batch_size=4, shuffle=True)
again.load_state_dict(state)
show(seen=seen, rest=[x.tolist() for x, _ in again])
workers = StatefulDataLoader(data, batch_size=5, num_workers=2)
show(workers=[x.tolist() for x, _ in workers])
node = Prefetcher(
    Batcher(ParallelMapper(IterableWrapper(range(12)), lambda i: i * i, num_workers=2, method="thread"), 3), 2
)
show(nodes=[list(one) for one in Loader(node)])
show(sampled=[x for x in Mapper(SamplerWrapper(torch.utils.data.SequentialSampler(range(4))), lambda i: i + 1)])
