/* GoTorch's C functions under their own names and signatures, over libpytorch_c: code that was written against GoTorch's
   "cgotorch/cgotorch.h" compiles and runs with it.  pkg-config --cflags --libs cgotorch.

   A Tensor is a ptc_tensor, so both headers may be used together; every `const char *` that comes out is a ptc_error,
   so FreeString frees any of them, and ptc_error_kind tells an error's kind.  What GoTorch gave no error channel
   (printing, backward, optimizers, seeds) writes its error to stderr and goes on; more.h has those functions with one.
   A Device is never freed. */
#ifndef CGOTORCH_H
#define CGOTORCH_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void *Tensor;
typedef void *Optimizer;
typedef void *MNIST;
typedef void *Normalize;
typedef void *Device;
typedef void *ByteBuffer;
typedef void *CUDAStream;

/* ---- strings ---- */

const char *exception_str(const char *e);
void FreeString(const char *s);

/* ---- devices, threads, streams ---- */

/* "cpu", "cuda", "cuda:1", … */
const char *Torch_Device(const char *device_type, Device *device);
void SetNumThreads(int32_t n);
bool IsCUDAAvailable(void);
bool IsCUDNNAvailable(void);
const char *CUDA_GetCurrentCUDAStream(CUDAStream *stream, Device *device);
const char *CUDA_SetCurrentCUDAStream(CUDAStream stream);
const char *CUDA_GetCUDAStreamFromPool(CUDAStream *stream, Device *device);
const char *CUDA_Synchronize(CUDAStream stream);
const char *CUDA_Query(CUDAStream stream, int8_t *result);

/* ---- memory: the flag of a thread that is in a loop ---- */

uint8_t GCPrepared(void);
void PrepareGC(void);
void FinishGC(void);

/* ---- tensors ---- */

const char *Tensor_Detach(Tensor a, Tensor *result);
const char *Tensor_String(Tensor a);
void Tensor_Print(Tensor a);
void Tensor_Close(Tensor a);
const char *Tensor_Save(Tensor tensor, const char *path);
/* Reads what Tensor_Save, Tensor_Encode or torch.save wrote. */
const char *Tensor_Load(const char *path, Tensor *result);
const char *Tensor_Dim(Tensor tensor, int64_t *dim);
const char *Tensor_Shape(Tensor tensor, int64_t *dims);
const char *Tensor_Dtype(Tensor tensor, int8_t *dtype);
const char *Tensor_SetData(Tensor self, Tensor new_data);
/* A copy of the data. */
const char *Tensor_FromBlob(void *data, int8_t dtype, int64_t *sizes_data, int64_t sizes_data_len, Tensor *result);
const char *Tensor_To(Tensor input, Device device, int8_t dtype, Tensor *output);
const char *Tensor_CastTo(Tensor input, int8_t dtype, Tensor *output);
const char *Tensor_CopyTo(Tensor input, Device device, Tensor *output);
const char *Tensor_PinMemory(Tensor input, Tensor *output);
const char *Tensor_CUDA(Tensor input, Device device, int8_t non_blocking, Tensor *output);
void Tensor_Backward(Tensor a);
/* NULL where there is no gradient. */
Tensor Tensor_Grad(Tensor a);
const char *Item(Tensor a, float *result);
const char *ItemInt64(Tensor a, int64_t *result);
const char *ItemFloat64(Tensor a, double *result);
const char *Tensor_Index(Tensor a, int64_t *index, int64_t index_len, Tensor *result);

/* ---- pickles: torch.load reads them ---- */

const char *Tensor_Encode(Tensor a, ByteBuffer *buffer);
const char *Tensor_Decode(void *addr, int64_t size, Tensor *result);
void *ByteBuffer_Data(ByteBuffer buffer);
int64_t ByteBuffer_Size(ByteBuffer buffer);
void ByteBuffer_Free(ByteBuffer buffer);

/* ---- factories: float32 ---- */

const char *RandN(int64_t *size, int64_t length, int64_t require_grad, Tensor *result);
const char *Rand(int64_t *size, int64_t length, int64_t require_grad, Tensor *result);
const char *Empty(int64_t *size, int64_t length, int64_t require_grad, Tensor *result);
const char *Ones(int64_t *size, int64_t length, int64_t require_grad, Tensor *result);
const char *Eye(int64_t n, int64_t m, int64_t require_grad, Tensor *result);
const char *Full(int64_t *size, int64_t length, float value, int64_t require_grad, Tensor *result);
const char *Arange(float start, float end, float step, int64_t require_grad, Tensor *result);
const char *Linspace(float start, float end, int64_t steps, int64_t require_grad, Tensor *result);
const char *Logspace(float start, float end, int64_t steps, double base, int64_t require_grad, Tensor *result);

/* ---- operators ---- */

const char *Add(Tensor a, Tensor other, float alpha, Tensor *result);
const char *Add_(Tensor a, Tensor other, float alpha, Tensor *result);
const char *AllClose(Tensor a, Tensor b, int64_t *result);
/* `dim` NULL: of all elements. */
const char *Argmax(Tensor a, int64_t *dim, int8_t keepdim, Tensor *result);
const char *Argmin(Tensor a, int64_t *dim, int8_t keepdim, Tensor *result);
const char *Div(Tensor a, Tensor other, Tensor *result);
const char *Div_(Tensor a, Tensor other, Tensor *result);
const char *Eq(Tensor a, Tensor other, Tensor *result);
const char *Equal(Tensor a, Tensor b, int64_t *result);
const char *ExpandAs(Tensor a, Tensor other, Tensor *result);
const char *Flatten(Tensor a, int64_t startDim, int64_t endDim, Tensor *result);
const char *IndexSelect(Tensor a, int64_t dim, Tensor index, Tensor *result);
const char *LeakyRelu(Tensor a, double negative_slope, Tensor *result);
const char *LogSoftmax(Tensor a, int64_t dim, Tensor *result);
const char *MM(Tensor a, Tensor b, Tensor *result);
const char *Mean(Tensor a, Tensor *result);
const char *Mul(Tensor a, Tensor other, Tensor *result);
const char *Mul_(Tensor a, Tensor other, Tensor *result);
const char *Permute(Tensor a, int64_t *dims, int64_t dims_size, Tensor *result);
const char *Relu(Tensor a, Tensor *result);
const char *Sigmoid(Tensor a, Tensor *result);
const char *Squeeze(Tensor a, Tensor *result);
const char *SqueezeWithDim(Tensor a, int64_t dim, Tensor *result);
const char *Stack(Tensor *tensors, int64_t tensors_size, int64_t dim, Tensor *result);
const char *Sub(Tensor a, Tensor other, float alpha, Tensor *result);
const char *Sub_(Tensor a, Tensor other, float alpha, Tensor *result);
const char *Sum(Tensor a, Tensor *result);
const char *SumByDim(Tensor a, int64_t dim, int8_t keepDim, Tensor *result);
const char *Tanh(Tensor a, Tensor *result);
const char *TopK(Tensor a, int64_t k, int64_t dim, int8_t largest, int8_t sorted, Tensor *values, Tensor *indices);
const char *Transpose(Tensor a, int64_t dim0, int64_t dim1, Tensor *result);
const char *View(Tensor a, Tensor *result, int64_t *size, int64_t size_len);

/* ---- torch.nn.functional; a weight or bias may be NULL; a reduction is "none", "mean" or "sum" ---- */

const char *AdaptiveAvgPool2d(Tensor input, int64_t *output_size_data, int64_t output_size_len, Tensor *result);
const char *BatchNorm(Tensor input, Tensor weight, Tensor bias, Tensor running_mean, Tensor running_var,
                      int8_t training, double momentum, double eps, Tensor *result);
const char *BinaryCrossEntropy(Tensor input, Tensor target, Tensor weight, const char *reduction, Tensor *result);
const char *Conv2d(Tensor input, Tensor weight, Tensor bias, int64_t *stride_data, int64_t stride_len,
                   int64_t *padding_data, int64_t padding_len, int64_t *dilation_data, int64_t dilation_len,
                   int64_t groups, Tensor *result);
const char *ConvTranspose2d(Tensor input, Tensor weight, Tensor bias, int64_t *stride_data, int64_t stride_len,
                            int64_t *padding_data, int64_t padding_len, int64_t *output_padding_data,
                            int64_t output_padding_len, int64_t groups, int64_t *dilation_data, int64_t dilation_len,
                            Tensor *result);
const char *CrossEntropy(Tensor input, Tensor target, Tensor weight, int64_t ignore_index, const char *reduction,
                         Tensor *result);
const char *FLeakyRelu(Tensor input, double negative_slope, int8_t inplace, Tensor *result);
const char *FRelu(Tensor input, int8_t inplace, Tensor *result);
const char *Linear(Tensor input, Tensor weight, Tensor bias, Tensor *result);
const char *MaxPool2d(Tensor input, int64_t *kernel_data, int64_t kernel_len, int64_t *stride_data, int64_t stride_len,
                      int64_t *padding_data, int64_t padding_len, int64_t *dilation_data, int64_t dilation_len,
                      int8_t ceil_mode, Tensor *result);
const char *NllLoss(Tensor input, Tensor target, Tensor weight, int64_t ignore_index, const char *reduction,
                    Tensor *result);

/* ---- torch.nn.init: what they write is not recorded ---- */

const char *Zeros_(Tensor *tensor);
const char *Ones_(Tensor *tensor);
const char *Uniform_(Tensor *tensor, double low, double high);
const char *Normal_(Tensor *tensor, double mean, double std);
/* fan_mod: "fan_in" or "fan_out". */
const char *KaimingUniform_(double a, const char *fan_mod, const char *non_linearity, Tensor *tensor);
const char *CalculateFanInAndFanOut(Tensor tensor, int64_t *fan_in, int64_t *fan_out);
void ManualSeed(int64_t seed);

/* ---- torch.optim ---- */

Optimizer SGD(double learning_rate, double momentum, double dampening, double weight_decay, int64_t nesterov);
Optimizer Adam(double learning_rate, double beta1, double beta2, double weight_decay);
void Optimizer_ZeroGrad(Optimizer opt);
void Optimizer_Step(Optimizer opt);
void Optimizer_AddParameters(Optimizer opt, Tensor *tensors, int64_t length);
void Optimizer_SetLR(Optimizer opt, double learning_rate);
void Optimizer_Close(Optimizer opt);

#ifdef __cplusplus
}
#endif

#endif
