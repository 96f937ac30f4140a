// The types of nn.js.
import { Tensor } from '../index'
import { Dtype } from '../generated/enums'

/** What has parameters, buffers and modules of its own; a class of yours has a method forward. */
export class Module {
  training: boolean
  parameter(name: string, size: readonly number[], init: string, ...given: (number | Tensor)[]): void
  buffer(name: string, size: readonly number[], init: string, dtype?: Dtype): void
  children(): [string, Module][]
  namedParameters(): Record<string, Tensor>
  namedBuffers(): Record<string, Tensor>
  parameters(): Tensor[]
  stateDict(): Record<string, Tensor>
  loadStateDict(state: Record<string, Tensor>): void
  train(on?: boolean): this
  eval(): this
  to(device?: string | null, dtype?: Dtype): this
  close(): void
}
export class Sequential extends Module {
  constructor(...layers: (Module | ((x: Tensor) => Tensor))[])
  forward(x: Tensor): Tensor
}
