# Handles that one thread may close while another is in a call with them: fiddle lets go of Ruby's lock.
module Torch
  # What owns a handle: a Fiddle::Pointer in @owner, which frees it. The last call that uses a closed one frees it.
  module Leased
    # The handle, until done is called as often; an error for what is closed. Another thread runs between two calls of
    # methods, so what belongs together has none in between.
    def use
      @uses = (@uses || 0) + 1
      return @handle if @handle

      done
      raise Torch::Error.new("the #{noun} is closed", 3)
    end

    def done
      @uses -= 1
      @owner.call_free if @late && @uses.zero? # which does nothing a second time
    end

    # Gives the memory back once no call needs it; another close does nothing.
    def close
      return unless @handle

      @handle = nil
      @late = true
      @owner.call_free if (@uses || 0).zero?
    end

    # What the block gives, which uses the handle.
    def used
      handle = use
      begin
        yield handle
      ensure
        done
      end
    end
  end

  # Ends the uses of a call.
  def self.done(uses)
    uses.each(&:done)
  end
end
