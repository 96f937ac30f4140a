/* The device of toy.c with streams and events: each stream is a queue with a thread that does its work, so that copies,
   and what toy_launch is given, are done later, in the order of their stream.
     gcc -shared -fPIC -pthread toy_streams.c $(python -m pytorch_c.config --cflags --libs) -o toy.so
   toy_register(), then toy_register_streams(), puts it there. */
#include "toy.c"

#include <stdlib.h>
#include <time.h>

typedef struct toy_event {
  int64_t marks, reached; /* how many were put on streams, and the last that was reached */
  double milliseconds;    /* when that was */
  int64_t users;          /* the host, until it closes the event, and each job with it */
} toy_event;

typedef struct toy_job {
  struct toy_job *next;
  ptc_error (*work)(void *argument);
  void *argument;
  void (*end)(void *argument); /* of the argument; or NULL */
  toy_event *reaches, *awaits; /* or NULL; the mark of this number */
  int64_t mark;
} toy_job;

typedef struct toy_stream {
  struct toy_stream *next;
  int32_t index;
  toy_job *first, *last;
  int64_t put, done; /* jobs */
  ptc_error error;   /* of the first job that failed since somebody has waited */
  int has_worker;
} toy_stream;

int64_t toy_events, toy_priority; /* events that are open, and the priority of the last new stream */
static toy_stream toy_default[2] = {{NULL, 0, NULL, NULL, 0, 0, NULL, 0}, {NULL, 1, NULL, NULL, 0, 0, NULL, 0}};
static toy_stream *toy_made;
/* One lock and one condition for all queues: whatever changes, whoever waits looks again. */
static pthread_mutex_t toy_queues = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t toy_changed = PTHREAD_COND_INITIALIZER;

static double toy_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void toy_let_go(toy_event *event) {
  if (--event->users) return;
  --toy_events;
  free(event);
}

/* Does one job, without the lock while it runs. */
static void toy_do(toy_stream *stream, toy_job *job) {
  ptc_error error = NULL;
  while (job->awaits && job->awaits->reached < job->mark) pthread_cond_wait(&toy_changed, &toy_queues);
  if (job->work) {
    pthread_mutex_unlock(&toy_queues);
    error = job->work(job->argument);
    if (job->end) job->end(job->argument);
    pthread_mutex_lock(&toy_queues);
  }
  if (error && stream->error) ptc_error_free(error);
  else if (error) stream->error = error;
  if (job->reaches && job->reaches->reached < job->mark) {
    job->reaches->reached = job->mark;
    job->reaches->milliseconds = toy_now();
  }
  if (job->reaches) toy_let_go(job->reaches);
  if (job->awaits) toy_let_go(job->awaits);
  ++stream->done;
  free(job);
  pthread_cond_broadcast(&toy_changed);
}

static void *toy_worker(void *of) {
  toy_stream *stream = of;
  pthread_mutex_lock(&toy_queues);
  for (;;) {
    toy_job *job = stream->first;
    if (!job) {
      pthread_cond_wait(&toy_changed, &toy_queues);
      continue;
    }
    if (!(stream->first = job->next)) stream->last = NULL;
    toy_do(stream, job);
  }
  return NULL;
}

static toy_stream *toy_stream_of(int32_t index, int64_t stream) {
  return stream ? (toy_stream *)(intptr_t)stream : &toy_default[index];
}

/* Puts a copy of `job` on a stream, whose worker starts with its first job.  The lock is held. */
static ptc_error toy_put(toy_stream *stream, toy_job job) {
  pthread_t thread;
  toy_job *made = malloc(sizeof *made);
  if (made && !stream->has_worker && !pthread_create(&thread, NULL, toy_worker, stream))
    stream->has_worker = !pthread_detach(thread);
  if (!made || !stream->has_worker) {
    free(made);
    return ptc_error_new(PTC_ERROR_RUNTIME, "the toy's stream has no room, or no thread");
  }
  *made = job;
  made->next = NULL;
  if (stream->last) stream->last->next = made;
  else stream->first = made;
  stream->last = made;
  ++stream->put;
  if (job.reaches) ++job.reaches->users;
  if (job.awaits) ++job.awaits->users;
  pthread_cond_broadcast(&toy_changed);
  return NULL;
}

/* Has a stream do some work of anybody's: a kernel is launched so.  `end` gets the argument when it is done. */
ptc_error toy_launch(int32_t index, int64_t stream, ptc_error (*work)(void *), void *argument, void (*end)(void *)) {
  toy_job job = {NULL, work, argument, end, NULL, NULL, 0};
  ptc_error error;
  pthread_mutex_lock(&toy_queues);
  error = toy_put(toy_stream_of(index, stream), job);
  pthread_mutex_unlock(&toy_queues);
  return error;
}

ptc_error toy_stream_new(void *context, int32_t index, int64_t priority, int64_t *out) {
  toy_stream *made = calloc(1, sizeof *made);
  (void)context;
  if (!made) return ptc_error_new(PTC_ERROR_RUNTIME, "there is no memory for a stream");
  made->index = index;
  pthread_mutex_lock(&toy_queues);
  made->next = toy_made, toy_made = made, toy_priority = priority;
  pthread_mutex_unlock(&toy_queues);
  *out = (int64_t)(intptr_t)made;
  return NULL;
}

ptc_error toy_stream_query(void *context, int32_t index, int64_t stream, bool *done) {
  const toy_stream *one = toy_stream_of(index, stream);
  (void)context;
  pthread_mutex_lock(&toy_queues);
  *done = one->done == one->put;
  pthread_mutex_unlock(&toy_queues);
  return NULL;
}

/* Waits for what is on a stream now, and gives the error of what failed on it.  The lock is held. */
static ptc_error toy_wait(toy_stream *stream) {
  const int64_t put = stream->put;
  ptc_error error;
  while (stream->done < put) pthread_cond_wait(&toy_changed, &toy_queues);
  error = stream->error;
  stream->error = NULL;
  return error;
}

ptc_error toy_stream_synchronize(void *context, int32_t index, int64_t stream) {
  ptc_error error;
  toy_stream *one;
  (void)context;
  pthread_mutex_lock(&toy_queues);
  error = toy_wait(stream == PTC_UNSET ? &toy_default[index] : toy_stream_of(index, stream));
  for (one = stream == PTC_UNSET ? toy_made : NULL; one; one = one->next)
    if (one->index == index) {
      ptc_error other = toy_wait(one);
      if (error) ptc_error_free(other);
      else error = other;
    }
  pthread_mutex_unlock(&toy_queues);
  return error;
}

typedef struct toy_bytes_to_copy {
  void *to;
  const void *from;
  int32_t to_index, from_index;
  int64_t nbytes;
} toy_bytes_to_copy;

static ptc_error toy_copy_now(void *argument) {
  const toy_bytes_to_copy *job = argument;
  return toy_copy(NULL, job->to, job->to_index, job->from, job->from_index, job->nbytes);
}

ptc_error toy_stream_copy(void *context, int32_t index, int64_t stream, void *to, int32_t to_index, const void *from,
                          int32_t from_index, int64_t nbytes) {
  toy_bytes_to_copy *job = malloc(sizeof *job);
  ptc_error error;
  (void)context;
  if (!job) return ptc_error_new(PTC_ERROR_RUNTIME, "there is no memory for a copy");
  job->to = to, job->from = from, job->to_index = to_index, job->from_index = from_index, job->nbytes = nbytes;
  error = toy_launch(index, stream, toy_copy_now, job, free);
  if (error) free(job);
  return error;
}

ptc_error toy_event_record(void *context, int32_t index, int64_t stream, bool timing, void **event) {
  toy_event *one = *event ? *event : calloc(1, sizeof *one);
  toy_job job = {NULL, NULL, NULL, NULL, one, NULL, 0};
  ptc_error error;
  (void)context, (void)timing; /* each mark has its time */
  if (!one) return ptc_error_new(PTC_ERROR_RUNTIME, "there is no memory for an event");
  pthread_mutex_lock(&toy_queues);
  if (!*event) one->users = 1, ++toy_events;
  job.mark = one->marks + 1;
  error = toy_put(toy_stream_of(index, stream), job);
  if (!error) *event = one, ++one->marks;
  else if (!*event) toy_let_go(one);
  pthread_mutex_unlock(&toy_queues);
  return error;
}

ptc_error toy_event_wait(void *context, int32_t index, int64_t stream, void *event) {
  toy_event *one = event;
  toy_job job = {NULL, NULL, NULL, NULL, NULL, one, 0};
  ptc_error error;
  (void)context;
  pthread_mutex_lock(&toy_queues);
  job.mark = one->marks;
  error = toy_put(toy_stream_of(index, stream), job);
  pthread_mutex_unlock(&toy_queues);
  return error;
}

ptc_error toy_event_query(void *context, void *event, bool *done) {
  const toy_event *one = event;
  (void)context;
  pthread_mutex_lock(&toy_queues);
  *done = one->reached == one->marks;
  pthread_mutex_unlock(&toy_queues);
  return NULL;
}

ptc_error toy_event_synchronize(void *context, void *event) {
  const toy_event *one = event;
  int64_t mark;
  (void)context;
  pthread_mutex_lock(&toy_queues);
  for (mark = one->marks; one->reached < mark;) pthread_cond_wait(&toy_changed, &toy_queues);
  pthread_mutex_unlock(&toy_queues);
  return NULL;
}

ptc_error toy_event_elapsed(void *context, void *begin, void *end, double *milliseconds) {
  (void)context;
  pthread_mutex_lock(&toy_queues);
  *milliseconds = ((toy_event *)end)->milliseconds - ((toy_event *)begin)->milliseconds;
  pthread_mutex_unlock(&toy_queues);
  return NULL;
}

void toy_event_close(void *context, void *event) {
  (void)context;
  pthread_mutex_lock(&toy_queues);
  toy_let_go(event);
  pthread_mutex_unlock(&toy_queues);
}

ptc_error toy_register_streams(void) {
  return ptc_backend_register_streams(toy_stream_new, toy_stream_query, toy_stream_synchronize, toy_stream_copy,
                                      toy_event_record, toy_event_wait, toy_event_query, toy_event_synchronize,
                                      toy_event_elapsed, toy_event_close, NULL, NULL);
}
