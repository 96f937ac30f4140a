// Members whose process has ended while a collective waits for all of them.
#pragma once

#include "distributed/c10d.h"

namespace ptc {

// gloo may forget a message that it began to send when the connection ended (its Pair takes it from the list of those
// that an error ends, before it writes): the collective then waits until its time is over, half an hour.  One in which
// each member needs each other cannot end once one of them has gone, but for what is in the system's buffers: Absence
// waits for that.

// Throws that a collective in which all take part will not end.
[[noreturn]] void forsaken(const std::string &what, const Member &member, const std::string &who);

// The work of a collective in which all take part; it fails where another member is absent.
Work watched(const Work &work, const char *what, std::shared_ptr<Member> member);

} // namespace ptc
