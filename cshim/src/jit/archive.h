// The zip files that libtorch's archives are, looked at before libtorch reads them.
#pragma once

#include <caffe2/serialize/read_adapter_interface.h>

#include "core/glue.h"

#include <functional>
#include <map>

namespace ptc {

// Where an archive is read from.
struct Bytes : caffe2::serialize::ReadAdapterInterface {
  uint64_t length;
  explicit Bytes(uint64_t nbytes) : length(nbytes) {}
  // Up to `count` bytes at a place within the length; 0 where there is an end, or an error.
  virtual size_t some(uint64_t at, void *to, size_t count) = 0;

  size_t size() const override { return length; }
  // Reads as many bytes as there are.
  size_t read(uint64_t at, void *to, size_t count, const char *what = "") const override;
};

// The records of an archive: each lies for itself within the file, is stored or
// deflated, and no larger than the file can mean.
class Archive {
public:
  explicit Archive(const Bytes &bytes);
  // True if there is a record of this name, behind the archive's own.
  bool has(const std::string &name) const { return records.count(root + name) != 0; }
  // Bytes of a record when it is unpacked; negative where there is none.
  int64_t size(const std::string &name) const;
  // Names of those that begin so, without the archive's own.
  std::vector<std::string> names(const std::string &begin) const;
  // Fails for what is no archive of TorchScript, and says what it is.
  void check_script() const;

private:
  struct Record {
    uint64_t begin, end, unpacked;
  };
  void read_directory(uint64_t at, uint64_t nbytes, uint64_t count);
  void add(const std::string &name, uint64_t header, uint64_t packed, uint64_t unpacked, int method);
  void check_apart() const;

  const Bytes &bytes;
  uint64_t directory = 0, total = 0;
  std::string root;
  std::map<std::string, Record> records;
};

// The bytes of a storage's record by its key; negative where there is none.
using SizeOf = std::function<int64_t(const std::string &key, const std::string &device)>;
// Fails for a pickle that nests too deep, holds itself, or makes storages larger than their records (pickle_depth.cc).
void check_pickle(const void *data, size_t nbytes, const std::string &name, const SizeOf &size_of);
// Fails for a record of the code's sources whose numbers libtorch could not follow (debug_records.cc).
void check_debug_record(const void *data, size_t nbytes, const std::string &name);

} // namespace ptc
