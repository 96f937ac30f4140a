/* Loaded before a process, puts the memory of tensors (posix_memalign) right
   before a page that nobody may touch, and takes freed memory out of use for
   good: what reads or writes beyond its end, or after it was freed, dies there.
   The few bytes that alignment leaves behind the end are looked at when the
   memory is freed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE ((size_t)4096)
#define REGION ((size_t)1 << 40)
#define MOST ((size_t)1 << 30) /* bytes at a time: a limit of the process does not see this memory */
#define MARK 0xA5

/* Alone in the page before the one where its block begins. */
struct head {
  size_t size, rounded, pages;
};

static char *region;
static _Atomic size_t used, alive;
static void (*real_free)(void *);
static size_t (*real_usable)(void *);
static void *(*real_realloc)(void *, size_t);

__attribute__((constructor)) static void start(void) {
  real_free = (void (*)(void *))dlsym(RTLD_NEXT, "free");
  real_usable = (size_t(*)(void *))dlsym(RTLD_NEXT, "malloc_usable_size");
  real_realloc = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc");
  void *found = mmap(NULL, REGION, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  region = found == MAP_FAILED ? NULL : found;
}

static int ours(const void *p) { return region && (const char *)p >= region && (const char *)p < region + REGION; }
static struct head *head_of(void *p) { return (struct head *)(((uintptr_t)p & ~(PAGE - 1)) - PAGE); }

int posix_memalign(void **out, size_t alignment, size_t size) {
  if (!region || alignment > PAGE || size > MOST || alive + size > MOST) return ENOMEM;
  size_t rounded = (size + alignment - 1) / alignment * alignment;
  if (rounded == 0) rounded = alignment;
  size_t body = (rounded + PAGE - 1) / PAGE * PAGE;
  size_t at = atomic_fetch_add(&used, PAGE + body + PAGE);
  if (at + PAGE + body + PAGE > REGION) return ENOMEM;
  char *base = region + at;
  if (mprotect(base, PAGE + body, PROT_READ | PROT_WRITE)) return ENOMEM;
  *(struct head *)base = (struct head){size, rounded, (PAGE + body) / PAGE};
  char *block = base + PAGE + body - rounded;
  memset(block + size, MARK, rounded - size);
  if (mprotect(base, PAGE, PROT_READ)) return ENOMEM;
  atomic_fetch_add(&alive, size);
  *out = block;
  return 0;
}

static void die(const char *text) {
  if (write(2, text, strlen(text)) >= 0) abort();
  abort();
}

void free(void *p) {
  if (!p) return;
  if (!ours(p)) {
    if (real_free) real_free(p);
    return;
  }
  struct head *head = head_of(p);
  for (size_t i = head->size; i < head->rounded; ++i)
    if (((unsigned char *)p)[i] != MARK) die("guard: written behind the end\n");
  atomic_fetch_sub(&alive, head->size);
  size_t bytes = head->pages * PAGE;
  madvise(head, bytes, MADV_DONTNEED);
  mprotect(head, bytes, PROT_NONE);
}

size_t malloc_usable_size(void *p) { return ours(p) ? head_of(p)->size : real_usable(p); }

void *realloc(void *p, size_t size) {
  if (!ours(p)) return real_realloc(p, size);
  void *out = malloc(size);
  size_t before = head_of(p)->size;
  if (!out) return NULL;
  memcpy(out, p, before < size ? before : size);
  free(p);
  return out;
}
