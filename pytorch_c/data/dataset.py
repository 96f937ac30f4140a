"""Datasets: things with a length, and a sample at each index."""


class Dataset:
    """Base class of datasets: a subclass has `__getitem__(index)` and, for a DataLoader, `__len__()`."""

    def __getitem__(self, index):
        raise NotImplementedError(f"{type(self).__name__} has no __getitem__")


class TensorDataset(Dataset):
    """Samples are the rows of tensors of equal length: dataset[i] is (tensors[0][i], tensors[1][i], …).

    Raises ValueError when there is no tensor, one has no dimension, or their first sizes differ.
    """

    def __init__(self, *tensors):
        if not tensors:
            raise ValueError("TensorDataset needs at least one tensor")
        shapes = [tuple(tensor.shape) for tensor in tensors]
        if not all(shapes) or len({shape[0] for shape in shapes}) > 1:
            raise ValueError(f"tensors of a TensorDataset must have the same first size; their shapes are {shapes}")
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self):
        return self.tensors[0].shape[0]


class Subset(Dataset):
    """The samples of a dataset at the given indices, in that order."""

    def __init__(self, dataset, indices):
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, index):
        return self.dataset[self.indices[index]]

    def __len__(self):
        return len(self.indices)
