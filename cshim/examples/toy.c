/* A device for libtorch, written with this library alone: two devices "toy", whose memory is
   pages that nobody may read or write but toy_copy.  As a shared object,
     gcc -shared -fPIC toy.c $(python -m pytorch_c.config --cflags --libs) -o toy.so
   toy_register() puts it there, for every program on the same libtorch. */
#define _GNU_SOURCE
#include <pytorch_c.h>

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

int64_t toy_blocks, toy_bytes, toy_copies;
int toy_is_full;
static pthread_mutex_t toy_lock = PTHREAD_MUTEX_INITIALIZER;

ptc_error toy_allocate(void *context, int64_t nbytes, int32_t index, void **out) {
  (void)context, (void)index;
  if (toy_is_full) return ptc_error_new(PTC_ERROR_OUT_OF_MEMORY, "the toy box is full");
  *out = mmap(NULL, (size_t)nbytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (*out == MAP_FAILED) return *out = NULL, ptc_error_new(PTC_ERROR_OUT_OF_MEMORY, "there are no pages");
  pthread_mutex_lock(&toy_lock);
  ++toy_blocks, toy_bytes += nbytes;
  pthread_mutex_unlock(&toy_lock);
  return NULL;
}

void toy_free(void *context, void *data, int64_t nbytes, int32_t index) {
  (void)context, (void)index;
  munmap(data, (size_t)nbytes);
  pthread_mutex_lock(&toy_lock);
  --toy_blocks, toy_bytes -= nbytes;
  pthread_mutex_unlock(&toy_lock);
}

/* Gives the pages of the device that `data` is in other rights; those of the host have theirs. */
static void allow(const void *data, int64_t nbytes, int32_t index, int rights) {
  const uintptr_t page = 4096, begin = (uintptr_t)data / page * page;
  if (index != PTC_UNSET) mprotect((void *)begin, (uintptr_t)data + (uintptr_t)nbytes - begin, rights);
}

ptc_error toy_copy(void *context, void *to, int32_t to_index, const void *from, int32_t from_index, int64_t nbytes) {
  (void)context;
  pthread_mutex_lock(&toy_lock);
  ++toy_copies;
  allow(from, nbytes, from_index, PROT_READ);
  allow(to, nbytes, to_index, PROT_READ | PROT_WRITE);
  memmove(to, from, (size_t)nbytes);
  allow(from, nbytes, from_index, PROT_NONE);
  allow(to, nbytes, to_index, PROT_NONE);
  pthread_mutex_unlock(&toy_lock);
  return NULL;
}

ptc_error toy_register(void) {
  ptc_error error = ptc_backend_rename("toy");
  return error ? error : ptc_backend_register(2, toy_allocate, toy_free, toy_copy, NULL, NULL);
}
