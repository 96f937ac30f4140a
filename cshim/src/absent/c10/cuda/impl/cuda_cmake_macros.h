// Made by libtorch's build where that has CUDA: a C++ macro of Windows alone, which Linux does not read.
#pragma once
#define C10_CUDA_BUILD_SHARED_LIBS
