/* DLPack: memory lent and taken over, its deleter run once, and what is wrong
   with a foreign tensor is an error. */
#include "check.h"

/* Structs of dlpack.h, to look inside. */
typedef struct {
  void *data;
  int32_t device_type, device_id, ndim;
  uint8_t code, bits;
  uint16_t lanes;
  int64_t *shape, *strides;
  uint64_t byte_offset;
} Lent;
struct DLManagedTensor {
  Lent t;
  void *context;
  void (*deleter)(struct DLManagedTensor *self);
};
struct DLManagedTensorVersioned {
  uint32_t major, minor;
  void *context;
  void (*deleter)(struct DLManagedTensorVersioned *self);
  uint64_t flags;
  Lent t;
};

static float numbers[] = {1, 2, 3, 4, 5, 6};
static int64_t shape[] = {2, 2}, strides[] = {3, 1};
static int deleted;

static void delete_plain(struct DLManagedTensor *self) { (void)self, ++deleted; }
static void delete_versioned(struct DLManagedTensorVersioned *self) { (void)self, ++deleted; }

static struct DLManagedTensor foreign(void) {
  struct DLManagedTensor out = {{NULL, 1, 0, 2, 2, 32, 1, NULL, NULL, 0}, NULL, delete_plain};
  out.t.data = numbers;
  out.t.shape = shape;
  out.t.strides = strides;
  return out;
}

static void a_lent_tensor_outlives_its_handle(void) {
  ptc_tensor x = matrix(numbers, 2, 3), back;
  ptc_dlpack plain;
  ptc_dlpack_versioned versioned;
  int32_t type, index;
  OK(ptc_tensor_dlpack_device(x, &type, &index));
  IS(type == 1 && index == 0);
  OK(ptc_tensor_to_dlpack(x, &plain));
  OK(ptc_tensor_to_dlpack_versioned(x, &versioned));
  ptc_tensor_close(x);
  IS(plain->t.ndim == 2 && plain->t.shape[1] == 3 && plain->t.strides[0] == 3 && ((float *)plain->t.data)[5] == 6);
  IS(versioned->major == 1 && versioned->t.data == plain->t.data);
  OK(ptc_tensor_from_dlpack(plain, &back));
  ptc_dlpack_versioned_close(versioned);
  IS(total(back) == 21);
  ptc_tensor_close(back);
  OK(ptc_tensor_to_dlpack(x = matrix(numbers, 1, 1), &plain));
  ptc_tensor_close(x);
  ptc_dlpack_close(plain);
  ptc_dlpack_close(NULL);
  ptc_dlpack_versioned_close(NULL);
}

static void foreign_memory_is_shared_and_deleted_once(void) {
  struct DLManagedTensor managed = foreign();
  struct DLManagedTensorVersioned versioned = {
      1, 9, NULL, delete_versioned, 1, {NULL, 1, 0, 2, 2, 32, 1, NULL, NULL, 0}};
  ptc_tensor x, view;
  deleted = 0;
  OK(ptc_tensor_from_dlpack(&managed, &x));
  IS(total(x) == 1 + 2 + 4 + 5);
  OK(ptc_t(x, &view));
  ptc_tensor_close(x);
  IS(deleted == 0);
  ptc_tensor_close(view);
  IS(deleted == 1);

  managed.t.byte_offset = sizeof(float);
  managed.t.strides = NULL; /* contiguous */
  OK(ptc_tensor_from_dlpack(&managed, &x));
  IS(total(x) == 2 + 3 + 4 + 5);
  ptc_tensor_close(x);
  managed.deleter = NULL; /* nothing to do */
  managed.t.ndim = 0;
  managed.t.shape = managed.t.strides = NULL;
  OK(ptc_tensor_from_dlpack(&managed, &x));
  IS(number(x) == 2);
  ptc_tensor_close(x);
  IS(deleted == 2);

  versioned.t = foreign().t;
  OK(ptc_tensor_from_dlpack_versioned(&versioned, &x));
  ptc_tensor_close(x);
  IS(deleted == 3);
}

static void refused(int32_t kind, const char *words, struct DLManagedTensor managed) {
  ptc_tensor x = (ptc_tensor)&managed;
  FAILS(kind, words, ptc_tensor_from_dlpack(&managed, &x));
  IS(x == NULL);
}

static void what_is_wrong_is_an_error_and_stays_the_callers(void) {
  struct DLManagedTensorVersioned later = {2, 0, NULL, delete_versioned, 0, {NULL, 1, 0, 2, 2, 32, 1, NULL, NULL, 0}};
  struct DLManagedTensor m = foreign();
  int64_t wrong[] = {2, -1}, huge[] = {INT64_MAX, INT64_MAX}, backwards[] = {-3, 1};
  ptc_tensor x, conj;
  ptc_dlpack lent;
  deleted = 0;
  m.t.lanes = 4, refused(PTC_ERROR_BUFFER, "lanes", m), m = foreign();
  m.t.code = 77, refused(PTC_ERROR_BUFFER, "", m), m = foreign();
  m.t.device_type = 99, refused(PTC_ERROR_BUFFER, "", m), m = foreign();
  m.t.ndim = -1, refused(PTC_ERROR_BUFFER, "dimensions", m), m = foreign();
  m.t.shape = NULL, refused(PTC_ERROR_BUFFER, "shape is NULL", m), m = foreign();
  m.t.shape = wrong, refused(PTC_ERROR_BUFFER, "negative size", m), m = foreign();
  m.t.shape = huge, refused(PTC_ERROR_BUFFER, "too many elements", m), m = foreign();
  m.t.strides = huge, refused(PTC_ERROR_BUFFER, "too many elements", m), m = foreign();
  m.t.strides = backwards, refused(PTC_ERROR_VALUE, "negative strides", m), m = foreign();
  m.t.data = NULL, refused(PTC_ERROR_BUFFER, "data is NULL", m), m = foreign();
  FAILS(PTC_ERROR_TYPE, "'managed'", ptc_tensor_from_dlpack(NULL, &x));
  FAILS(PTC_ERROR_TYPE, "'managed'", ptc_tensor_from_dlpack_versioned(NULL, &x));
  FAILS(PTC_ERROR_VALUE, "output pointer", ptc_tensor_from_dlpack(&m, NULL));
  FAILS(PTC_ERROR_BUFFER, "DLPack 2", ptc_tensor_from_dlpack_versioned(&later, &x));
  IS(deleted == 0);

  FAILS(PTC_ERROR_TYPE, "'self'", ptc_tensor_to_dlpack(NULL, &lent));
  x = matrix(numbers, 2, 2);
  OK(ptc_complex(x, x, &conj));
  ptc_tensor_close(x);
  OK(ptc_conj(conj, &x));
  FAILS(PTC_ERROR_BUFFER, "conjugate bit", ptc_tensor_to_dlpack(x, &lent));
  IS(lent == NULL);
  ptc_tensor_close(x);
  ptc_tensor_close(conj);
}

int main(void) {
  a_lent_tensor_outlives_its_handle();
  foreign_memory_is_shared_and_deleted_once();
  what_is_wrong_is_an_error_and_stays_the_callers();
  return done("dlpack");
}
