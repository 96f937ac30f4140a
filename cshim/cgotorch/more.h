/* Functions that GoTorch's header lacks: optimizers that report errors, and files of several tensors. */
#ifndef CGOTORCH_MORE_H
#define CGOTORCH_MORE_H

#include <cgotorch/cgotorch.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- optimizers ---- */

const char *Optimizer_TryZeroGrad(Optimizer opt);
const char *Optimizer_TryStep(Optimizer opt);
const char *Optimizer_TryAddParameters(Optimizer opt, Tensor *tensors, int64_t length);

/* ---- named tensors in a file that torch.load and torch.save know ---- */

typedef void *State;

/* NULL if there is no memory left. */
State State_New(void);
const char *State_Add(State self, const char *name, Tensor tensor);
const char *State_Save(State self, const char *path);
/* Adds what the file has: a tensor, or dicts of tensors, whose names are joined by dots. */
const char *State_Load(State self, const char *path);
int64_t State_Length(State self);
/* Borrowed; NULL beyond the end. */
const char *State_Name(State self, int64_t index);
/* A new handle; NULL beyond the end. */
Tensor State_Tensor(State self, int64_t index);
void State_Close(State self);

#ifdef __cplusplus
}
#endif

#endif
