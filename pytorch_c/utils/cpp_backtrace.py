"""The C++ stack (torch.utils.cpp_backtrace): an error's is its `backtrace`."""


def get_cpp_backtrace(frames_to_skip: int = 0, maximum_number_of_frames: int = 64) -> str:
    """ "": the stack of this call has no C++ in it."""
    return ""
