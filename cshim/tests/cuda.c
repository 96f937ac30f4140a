/* CUDA functions exist in every build: where there is no GPU, or a libtorch without CUDA, each says so in a sentence. */
#include "check.h"

static void says_what_is_missing(ptc_error error, const char *call) {
  if (!error || !(strstr(error, "CUDA") || strstr(error, "cuda") || strstr(error, "NVIDIA")) || strchr(error, '\n') ||
      strlen(error) > 500) {
    fprintf(stderr, "%s\n  gave: %s\n", call, error ? error : "no error");
    exit(1);
  }
  ptc_error_free(error);
}
#define MISSING(call) says_what_is_missing((call), #call)

static void without_a_gpu(void) {
  const ptc_options there = {.set = PTC_OPTION_DEVICE, .device_type = PTC_CUDA, .device_index = PTC_UNSET};
  const float numbers[] = {1, 2};
  const int64_t two[] = {2};
  ptc_tensor host = matrix(numbers, 1, 2), out = NULL;
  ptc_generator generator = NULL;
  int64_t count = 7, bytes, others;
  OK(ptc_cuda_device_count(&count));
  IS(count == 0);
  MISSING(ptc_zeros(two, 1, &there, &out));
  MISSING(ptc_tensor_from_data(numbers, sizeof numbers, two, 1, &there, &out));
  MISSING(ptc_to_dtype_layout(host, &there, false, false, PTC_UNSET, &out));
  MISSING(ptc_cuda_synchronize(PTC_UNSET));
  MISSING(ptc_cuda_set_device(0));
  MISSING(ptc_cuda_current_device(&count));
  MISSING(ptc_cuda_memory_info(0, &bytes, &others));
  MISSING(ptc_generator_new(PTC_CUDA, 0, &generator));
  FAILS(PTC_ERROR_TYPE, "argument 'self'", ptc_to_dtype_layout(NULL, &there, false, false, PTC_UNSET, &out));
  IS(!out && !generator);
  ptc_error_free(ptc_cuda_empty_cache()); /* nothing to do, or an error */
  IS(total(host) == 3);                   /* and the CPU is as it was */
  ptc_tensor_close(host);
}

int main(void) {
  bool available;
  OK(ptc_require_abi(PTC_ABI_VERSION));
  OK(ptc_check());
  OK(ptc_cuda_is_available(&available));
  if (!available) without_a_gpu();
  return done("cuda");
}
