// The zip files that libtorch's archives are, looked at before libtorch reads them.
#include "jit/archive.h"

#include <algorithm>

namespace {

// Damage is told in one form, whatever it is.
[[noreturn]] void damaged(const std::string &what) { fail(PTC_ERROR_VALUE, "the archive is damaged: " + what); }

uint64_t number_at(const std::string &text, size_t at, int width) {
  if (at + width > text.size()) damaged("its directory ends too early");
  uint64_t out = 0;
  for (int i = width; i-- > 0;) out = out << 8 | static_cast<unsigned char>(text[at + i]);
  return out;
}

std::string piece(const Bytes &bytes, uint64_t at, uint64_t count) {
  if (at > bytes.length || count > bytes.length - at) damaged("it ends too early");
  std::string out(count, 0);
  if (bytes.read(at, out.data(), count) != count) damaged("it cannot be read to its end");
  return out;
}

constexpr uint64_t unset32 = 0xFFFFFFFF, end_size = 22, locator_size = 20, end64_size = 56, entry_size = 46,
                   header_size = 30;

// Says what a file without a zip's directory is.
[[noreturn]] void foreign(const Bytes &bytes) {
  const auto begin = piece(bytes, 0, std::min<uint64_t>(bytes.length, 8));
  if (begin.empty()) fail(PTC_ERROR_VALUE, "this is no archive: it is empty");
  if (begin.compare(0, 4, "PK\3\4") == 0)
    fail(PTC_ERROR_VALUE, "the archive is cut short: its directory, at the end, is missing");
  if (begin[0] == '\x80')
    fail(PTC_ERROR_VALUE, "this is no archive of TorchScript: it is a pickle, as torch.save wrote before version 1.6");
  fail(PTC_ERROR_VALUE, "this is no archive of TorchScript: it is no zip file");
}

} // namespace

namespace ptc {

size_t Bytes::read(uint64_t at, void *to, size_t count, const char *) const {
  if (at >= length) return 0;
  count = std::min<uint64_t>(count, length - at);
  size_t done = 0;
  while (done < count) {
    const size_t got = const_cast<Bytes *>(this)->some(at + done, static_cast<char *>(to) + done, count - done);
    if (!got) break;
    done += got;
  }
  return done;
}

Archive::Archive(const Bytes &from) : bytes(from) {
  const uint64_t tail = std::min<uint64_t>(bytes.length, end_size + 0xFFFF);
  const auto last = piece(bytes, bytes.length - tail, tail);
  const size_t found = last.rfind("PK\5\6");
  if (found == std::string::npos || found + end_size > last.size()) foreign(bytes);
  const uint64_t end = bytes.length - tail + found;
  uint64_t count = number_at(last, found + 10, 2), nbytes = number_at(last, found + 12, 4);
  directory = number_at(last, found + 16, 4);
  uint64_t limit = end;
  if (end >= locator_size) {
    const auto locator = piece(bytes, end - locator_size, locator_size);
    if (locator.compare(0, 4, "PK\6\7") == 0) { // numbers of 64 bits, which stand elsewhere
      limit = number_at(locator, 8, 8);
      const auto end64 = piece(bytes, limit, end64_size);
      if (end64.compare(0, 4, "PK\6\6") != 0) damaged("its directory does not stand where it says");
      count = number_at(end64, 32, 8), nbytes = number_at(end64, 40, 8), directory = number_at(end64, 48, 8);
    }
  }
  if (directory > limit || nbytes > limit - directory) damaged("its directory lies beyond its end");
  read_directory(directory, nbytes, count);
  check_apart();
}

void Archive::read_directory(uint64_t at, uint64_t nbytes, uint64_t count) {
  const auto text = piece(bytes, at, nbytes);
  size_t i = 0;
  for (; count; --count) {
    if (text.compare(i, 4, "PK\1\2") != 0) damaged("its directory has fewer records than it says");
    const uint64_t flags = number_at(text, i + 8, 2), name_length = number_at(text, i + 28, 2),
                   extra_length = number_at(text, i + 30, 2), comment_length = number_at(text, i + 32, 2);
    uint64_t packed = number_at(text, i + 20, 4), unpacked = number_at(text, i + 24, 4),
             header = number_at(text, i + 42, 4);
    if (i + entry_size + name_length + extra_length + comment_length > text.size())
      damaged("its directory ends too early");
    const auto name = text.substr(i + entry_size, name_length);
    const auto extra = text.substr(i + entry_size + name_length, extra_length);
    for (size_t k = 0; k + 4 <= extra.size();) {
      const uint64_t id = number_at(extra, k, 2), length = number_at(extra, k + 2, 2);
      if (k + 4 + length > extra.size()) damaged("'" + name + "' has a field that is too long");
      size_t field = k + 4;
      if (id == 1)
        for (uint64_t *value : {&unpacked, &packed, &header})
          if (*value == unset32 && field + 8 <= k + 4 + length) *value = number_at(extra, field, 8), field += 8;
      k += 4 + length;
    }
    if (flags & 1) damaged("'" + name + "' is encrypted");
    add(name, header, packed, unpacked, static_cast<int>(number_at(text, i + 10, 2)));
    i += entry_size + name_length + extra_length + comment_length;
  }
}

void Archive::add(const std::string &name, uint64_t header, uint64_t packed, uint64_t unpacked, int method) {
  if (method != 0 && method != 8) damaged("'" + name + "' is neither stored nor deflated");
  if (method == 0 && packed != unpacked) damaged("'" + name + "' is stored, and has two sizes");
  const auto before = piece(bytes, header, header_size);
  if (before.compare(0, 4, "PK\3\4") != 0) damaged("'" + name + "' does not stand where its directory says");
  const uint64_t names = number_at(before, 26, 2), begin = header + header_size + names + number_at(before, 28, 2);
  if (piece(bytes, header + header_size, names) != name) damaged("'" + name + "' has two names");
  if (begin > directory || packed > directory - begin) damaged("'" + name + "' reaches beyond its end");
  // Like pytorch_c.load: ten times the file, or 64 MiB where that is more.
  const uint64_t most = std::max<uint64_t>(64 << 20, bytes.length > UINT64_MAX / 10 ? UINT64_MAX : 10 * bytes.length);
  if (unpacked > most - total) damaged("its records are larger than ten times the file");
  total += unpacked;
  if (records.empty()) root = name.substr(0, name.find('/') + 1);
  if (!records.emplace(name, Record{header, begin + packed, unpacked}).second) damaged("'" + name + "' is in it twice");
}

void Archive::check_apart() const {
  std::vector<std::pair<uint64_t, uint64_t>> places;
  for (const auto &[name, record] : records) places.emplace_back(record.begin, record.end);
  std::sort(places.begin(), places.end());
  for (size_t i = 1; i < places.size(); ++i)
    if (places[i].first < places[i - 1].second) damaged("two records lie in the same place");
}

int64_t Archive::size(const std::string &name) const {
  const auto found = records.find(root + name);
  return found == records.end() ? -1 : static_cast<int64_t>(found->second.unpacked);
}

std::vector<std::string> Archive::names(const std::string &begin) const {
  std::vector<std::string> out;
  for (auto at = records.lower_bound(root + begin);
       at != records.end() && !at->first.compare(0, (root + begin).size(), root + begin); ++at)
    out.push_back(at->first.substr(root.size()));
  return out;
}

void Archive::check_script() const {
  const std::string refused = "this is no archive of TorchScript: ";
  if (has("archive_format") || !names("models/").empty()) fail(PTC_ERROR_VALUE, refused + "it is one of torch.export");
  if (!has("data.pkl")) fail(PTC_ERROR_VALUE, refused + "it has no data.pkl");
  if (!has("constants.pkl"))
    fail(PTC_ERROR_VALUE, refused + "it has no constants.pkl, so it is a file of torch.save, which torch.load reads");
  if (!has("version") && !has(".data/version")) damaged("it does not say its version");
}

} // namespace ptc
