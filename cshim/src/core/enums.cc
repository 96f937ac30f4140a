// Our numbers are c10's: a value that moves in a later libtorch stops the build.
#include <ATen/core/Reduction.h>
#include <c10/core/DeviceType.h>
#include <c10/core/Layout.h>
#include <c10/core/MemoryFormat.h>
#include <c10/core/ScalarType.h>

#include "core/glue.h"

#define SAME(ours, theirs) static_assert(static_cast<int>(ours) == static_cast<int>(theirs), #ours " is not " #theirs)

SAME(PTC_UINT8, at::ScalarType::Byte);
SAME(PTC_INT8, at::ScalarType::Char);
SAME(PTC_INT16, at::ScalarType::Short);
SAME(PTC_INT32, at::ScalarType::Int);
SAME(PTC_INT64, at::ScalarType::Long);
SAME(PTC_FLOAT16, at::ScalarType::Half);
SAME(PTC_FLOAT32, at::ScalarType::Float);
SAME(PTC_FLOAT64, at::ScalarType::Double);
SAME(PTC_COMPLEX32, at::ScalarType::ComplexHalf);
SAME(PTC_COMPLEX64, at::ScalarType::ComplexFloat);
SAME(PTC_COMPLEX128, at::ScalarType::ComplexDouble);
SAME(PTC_BOOL, at::ScalarType::Bool);
SAME(PTC_QINT8, at::ScalarType::QInt8);
SAME(PTC_QUINT8, at::ScalarType::QUInt8);
SAME(PTC_QINT32, at::ScalarType::QInt32);
SAME(PTC_BFLOAT16, at::ScalarType::BFloat16);
SAME(PTC_QUINT4X2, at::ScalarType::QUInt4x2);
SAME(PTC_QUINT2X4, at::ScalarType::QUInt2x4);
SAME(PTC_BITS1X8, at::ScalarType::Bits1x8);
SAME(PTC_BITS2X4, at::ScalarType::Bits2x4);
SAME(PTC_BITS4X2, at::ScalarType::Bits4x2);
SAME(PTC_BITS8, at::ScalarType::Bits8);
SAME(PTC_BITS16, at::ScalarType::Bits16);
SAME(PTC_FLOAT8_E5M2, at::ScalarType::Float8_e5m2);
SAME(PTC_FLOAT8_E4M3FN, at::ScalarType::Float8_e4m3fn);
SAME(PTC_FLOAT8_E5M2FNUZ, at::ScalarType::Float8_e5m2fnuz);
SAME(PTC_FLOAT8_E4M3FNUZ, at::ScalarType::Float8_e4m3fnuz);
SAME(PTC_UINT16, at::ScalarType::UInt16);
SAME(PTC_UINT32, at::ScalarType::UInt32);
SAME(PTC_UINT64, at::ScalarType::UInt64);
SAME(PTC_UINT1, at::ScalarType::UInt1);
SAME(PTC_UINT2, at::ScalarType::UInt2);
SAME(PTC_UINT3, at::ScalarType::UInt3);
SAME(PTC_UINT4, at::ScalarType::UInt4);
SAME(PTC_UINT5, at::ScalarType::UInt5);
SAME(PTC_UINT6, at::ScalarType::UInt6);
SAME(PTC_UINT7, at::ScalarType::UInt7);
SAME(PTC_INT1, at::ScalarType::Int1);
SAME(PTC_INT2, at::ScalarType::Int2);
SAME(PTC_INT3, at::ScalarType::Int3);
SAME(PTC_INT4, at::ScalarType::Int4);
SAME(PTC_INT5, at::ScalarType::Int5);
SAME(PTC_INT6, at::ScalarType::Int6);
SAME(PTC_INT7, at::ScalarType::Int7);
SAME(PTC_FLOAT8_E8M0FNU, at::ScalarType::Float8_e8m0fnu);
SAME(PTC_FLOAT4_E2M1FN_X2, at::ScalarType::Float4_e2m1fn_x2);

SAME(PTC_STRIDED, at::Layout::Strided);
SAME(PTC_SPARSE_COO, at::Layout::Sparse);
SAME(PTC_SPARSE_CSR, at::Layout::SparseCsr);
SAME(PTC_MKLDNN, at::Layout::Mkldnn);
SAME(PTC_SPARSE_CSC, at::Layout::SparseCsc);
SAME(PTC_SPARSE_BSR, at::Layout::SparseBsr);
SAME(PTC_SPARSE_BSC, at::Layout::SparseBsc);
SAME(PTC_JAGGED, at::Layout::Jagged);

SAME(PTC_CONTIGUOUS, at::MemoryFormat::Contiguous);
SAME(PTC_PRESERVE, at::MemoryFormat::Preserve);
SAME(PTC_CHANNELS_LAST, at::MemoryFormat::ChannelsLast);
SAME(PTC_CHANNELS_LAST_3D, at::MemoryFormat::ChannelsLast3d);

SAME(PTC_CPU, at::DeviceType::CPU);
SAME(PTC_CUDA, at::DeviceType::CUDA);
SAME(PTC_XPU, at::DeviceType::XPU);
SAME(PTC_MPS, at::DeviceType::MPS);
SAME(PTC_META, at::DeviceType::Meta);
SAME(PTC_HPU, at::DeviceType::HPU);
SAME(PTC_PRIVATEUSE1, at::DeviceType::PrivateUse1);

SAME(PTC_REDUCTION_NONE, at::Reduction::None);
SAME(PTC_REDUCTION_MEAN, at::Reduction::Mean);
SAME(PTC_REDUCTION_SUM, at::Reduction::Sum);

#undef SAME
