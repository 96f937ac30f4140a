/* Prints how many locked instructions the library itself executes for ten tensors that are made and closed, counted by single
   steps; "no" where the system lets nobody trace. A locked instruction is how two threads write one line of memory. */
#define _GNU_SOURCE
#include <pytorch_c.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { warm = 300, turns = 10 };

static void traced(void) {
  const int64_t size[2] = {3, 3};
  if (ptrace(PTRACE_TRACEME, 0, 0, 0) || ptc_set_num_threads(1)) _exit(1);
  for (int i = 0; i < warm + turns; ++i) {
    ptc_tensor made;
    if (i == warm) raise(SIGSTOP);
    if (ptc_empty_memory_format(size, 2, NULL, PTC_UNSET, &made)) _exit(1);
    ptc_tensor_close(made);
  }
  raise(SIGSTOP);
  _exit(0);
}

/* The addresses of the library: of its first mapping to its last. */
static void find_library(pid_t process, unsigned long long *begin, unsigned long long *end) {
  char path[64], line[4096];
  snprintf(path, sizeof path, "/proc/%d/maps", (int)process);
  FILE *file = fopen(path, "r");
  *begin = *end = 0;
  while (file && fgets(line, sizeof line, file)) {
    unsigned long long from, to;
    if (!strstr(line, "libpytorch_c") || sscanf(line, "%llx-%llx", &from, &to) != 2) continue;
    if (!*begin) *begin = from;
    *end = to;
  }
  if (file) fclose(file);
}

/* With a prefix, or an exchange with memory, which is locked without one. */
static int is_locked(const unsigned char *code) {
  const int at = (code[0] & 0xf0) == 0x40; /* REX */
  return code[0] == 0xf0 || ((code[at] == 0x86 || code[at] == 0x87) && code[at + 1] >> 6 != 3);
}

int main(void) {
  pid_t process = fork();
  int status, locked = 0, ours = 0;
  unsigned long long begin, end;
  if (!process) traced();
  while (waitpid(process, &status, 0) == process && WIFSTOPPED(status) && WSTOPSIG(status) != SIGSTOP)
    ptrace(PTRACE_CONT, process, 0, WSTOPSIG(status));
  if (!WIFSTOPPED(status)) return puts("no"), 0;
  find_library(process, &begin, &end);
  for (;;) {
    struct user_regs_struct registers;
    unsigned char code[sizeof(long)];
    if (ptrace(PTRACE_SINGLESTEP, process, 0, 0) || waitpid(process, &status, 0) != process) return 1;
    if (!WIFSTOPPED(status) || WSTOPSIG(status) == SIGSTOP) break;
    ptrace(PTRACE_GETREGS, process, 0, &registers);
    if (registers.rip < begin || registers.rip >= end) continue;
    const long word = ptrace(PTRACE_PEEKTEXT, process, registers.rip, 0);
    memcpy(code, &word, sizeof code);
    ++ours;
    locked += is_locked(code);
  }
  kill(process, SIGKILL);
  printf("%d locked of %d\n", locked, ours);
  return 0;
}
