# What is alive, what to do when memory is short, and what is recorded.
module Torch
  LIVE_HANDLES, LIVE_BYTES = function('ptc_live_handles'), function('ptc_live_bytes')
  SET_CALLBACK, SET_THRESHOLD = function('ptc_set_gc_callback'), function('ptc_set_gc_threshold')
  SET_GROWTH = function('ptc_set_gc_growth')
  GROWTH = 32 << 20
  GRAD_MODE, SET_GRAD_MODE = function('ptc_grad_mode'), function('ptc_set_grad_mode')
  INFERENCE, SET_INFERENCE = function('ptc_inference_mode'), function('ptc_set_inference_mode')
  PRESSURE = closure('ptc_gc_fn') do |context, level|
    KEPT[context]&.first&.call(level)
  rescue StandardError
    nil # nobody is there to hear it
  end
  COLLECT = closure('ptc_gc_fn') { GC.start }

  class << self
    def live_handles = LIVE_HANDLES.call
    def live_bytes = LIVE_BYTES.call(0)
    def manual_seed(seed) = check(function('ptc_manual_seed').call(seed))
    def set_num_threads(count) = check(function('ptc_set_num_threads').call(count))

    # From now on the block is asked, with a number of enum ptc_gc_level, when more than `bytes` are alive on the CPU
    # (0: never), or when an operator finds no memory. Without a block nobody is.
    def on_pressure(bytes = 0, &release)
      SET_GROWTH.call(0)
      SET_THRESHOLD.call(0, bytes)
      check(release ? SET_CALLBACK.call(PRESSURE.to_i, keep(release), CLOSE) : SET_CALLBACK.call(nil, 0, nil))
    end

    # Ruby's collector does not know how large a tensor is: this lets it collect when more than `bytes` are alive.
    def collect_above(bytes) = on_pressure(bytes) { GC.start }

    # Lets Ruby collect each time that tensors have grown by 32 MB, more seldom where that frees little, and where an
    # operator finds no memory: on at first. on_pressure and collect_above take its place.
    def collect_under_pressure
      on_pressure
      check(SET_CALLBACK.call(COLLECT.to_i, 0, nil))
      SET_GROWTH.call(GROWTH)
    end

    # ---- states of this thread, for a block ----

    def no_grad
      before = state(GRAD_MODE)
      check(SET_GRAD_MODE.call(0))
      yield
    ensure
      check(SET_GRAD_MODE.call(before)) if before
    end

    def inference_mode
      before, grad = state(INFERENCE), state(GRAD_MODE)
      check(SET_INFERENCE.call(1))
      yield
    ensure
      check(SET_INFERENCE.call(before)) if before
      check(SET_GRAD_MODE.call(grad)) if grad
    end

    private

    def state(question)
      place = ZERO.dup
      check(question.call(place))
      place.getbyte(0)
    end
  end

  collect_under_pressure
end
