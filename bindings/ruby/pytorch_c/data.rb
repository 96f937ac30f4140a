# Batches, in torch's order.
module Torch
  # Batches of the rows of tensors: DataLoader.new([images, labels], batch_size: 100).each { |x, y| … }. With `shuffle`
  # each pass has a new order, that of torch's DataLoader with a generator of this seed.
  class DataLoader
    include Enumerable

    def initialize(tensors, batch_size: 1, shuffle: false, seed: 0, drop_last: false)
      @tensors, @batch_size, @drop_last = tensors, batch_size, drop_last
      @generator = Generator.new(seed) if shuffle
    end

    def size
      whole, rest = @tensors[0].size[0].divmod(@batch_size)
      @drop_last || rest.zero? ? whole : whole + 1
    end

    def each
      return to_enum { size } unless block_given?

      rows = @tensors[0].size[0]
      order = order_of(rows)
      size.times do |i|
        now = order.slice(0, i * @batch_size, [(i + 1) * @batch_size, rows].min)
        yield @tensors.map { |one| one.index_select(0, now) }
      end
    end

    private

    # torch draws a number for its workers, and at the end an order that nobody takes.
    def order_of(rows)
      Torch.random_(Torch.empty([], dtype: :int64), generator: @generator)
      return Torch.arange(rows) unless @generator

      Torch.randperm(rows, generator: @generator).tap { Torch.randperm(rows, generator: @generator) }
    end
  end
end
