// The types of index.js; those of operators are in generated/ops.d.ts, which generate.js writes.
import { Methods } from './generated/ops'
import { Dtype, Layout, MemoryFormat } from './generated/enums'
import * as nn from './generated/layers'
export * from './generated/ops'
export { Dtype, Layout, MemoryFormat, nn }

export type Int = number | bigint
export type Ints = readonly Int[]
export type Scalar = number | bigint | boolean | Float
/** Numbers, nested as deep as the tensor has dimensions. */
export type Nested = number | bigint | boolean | readonly Nested[]
export type Typed =
  | Float32Array
  | Float64Array
  | BigInt64Array
  | Int32Array
  | Int16Array
  | Int8Array
  | Uint8Array
export interface Options {
  dtype?: Dtype | null
  layout?: Layout | null
  device?: string | null
  pin_memory?: boolean | null
  requires_grad?: boolean
}

/** A number that is a float although it is whole: float(2). */
export interface Float {
  readonly value: number
}
export function float(value: number): Float

/** A tensor: closed by close(), by the end of a tidy(), or some time after nobody refers to it. */
export interface Tensor extends Methods {}
export class Tensor {
  static of(data: Nested | Typed, options?: { dtype?: Dtype; size?: readonly number[] }): Tensor
  static over(array: Typed, size?: readonly number[]): Tensor
  readonly handle: number
  readonly dim: number
  readonly numel: number
  readonly dtype: Dtype
  readonly size: number[]
  requiresGrad: boolean
  get grad(): Tensor | null
  set grad(grad: Tensor | null | undefined)
  close(): void
  /** The memory of a contiguous tensor on the CPU, without a copy. */
  data(): Typed
  bytes(): Uint8Array
  toTypedArray(): Typed
  /** Nested arrays of numbers; of BigInts for int64. */
  tolist(): any
  toString(): string
  item(): number | boolean
  backward(): void
  registerHook(hook: (grad: Tensor) => Tensor | null | undefined | void): Hook
}
export class Hook {
  remove(): void
  close(): void
}
/** A source of random numbers on the CPU. */
export class Generator {
  constructor(seed: number)
  readonly handle: number
}
/** What a call failed with; kind is a number of enum ptc_error_kind. */
export class TorchError extends Error {
  constructor(kind: number, message: string)
  readonly kind: number
}
/** What Ctrl-C has ended: its name is AbortError, its code ABORT_ERR. */
export class AbortError extends TorchError {
  code: 'ABORT_ERR'
}

export function tensor(data: Nested | Typed, options?: { dtype?: Dtype; size?: readonly number[]; requires_grad?: boolean }): Tensor
/** A tensor over the memory of a typed array, without a copy. */
export function over(array: Typed, size?: readonly number[]): Tensor
/** Everything that run() makes is closed when it ends, but for what it returns. */
export function tidy<T>(run: () => T): T
export function noGrad<T>(run: () => T): T
/** What run() returns; Ctrl-C ends the call that it is in, or its next one, with an AbortError. */
export function interruptible<T>(run: () => T): T
export function inferenceMode<T>(run: () => T): T
export function onPressure(release: ((level: number) => void) | null, bytes?: number): void
export function collectUnderPressure(): void
/** A collection and the turns in which finalizers run; the handles that went. */
export function gc(): Promise<number>
export function liveTensors(): number
export function liveHandles(): number
export function liveBytes(): number
export function manualSeed(seed: number): void
export function setNumThreads(count: number): void

declare abstract class Optimizer {
  readonly parameters: Tensor[]
  zeroGrad(): void
  abstract step(): void
}
export class SGD extends Optimizer {
  constructor(
    parameters: Iterable<Tensor>,
    lr: number,
    options?: { momentum?: number; dampening?: number; weightDecay?: number; nesterov?: boolean }
  )
  lr: number
  step(): void
}
export class Adam extends Optimizer {
  constructor(
    parameters: Iterable<Tensor>,
    options?: { lr?: number; betas?: [number, number]; eps?: number; weightDecay?: number; decoupled?: boolean }
  )
  lr: number
  step(): void
}
export class AdamW extends Adam {}
/** A rate that changes: step() after each epoch. */
declare abstract class Scheduler {
  readonly epoch: number
  step(): void
}
export class StepLR extends Scheduler {
  constructor(optimizer: Optimizer & { lr: number }, stepSize: number, gamma?: number)
}
export class CosineAnnealingLR extends Scheduler {
  constructor(optimizer: Optimizer & { lr: number }, tMax: number, etaMin?: number)
}
export class LambdaLR extends Scheduler {
  constructor(optimizer: Optimizer & { lr: number }, factor: (epoch: number) => number)
}
/** Scales the gradients so that their norm is at most maxNorm; the norm that they had. */
export function clipGradNorm(parameters: readonly Tensor[], maxNorm: number): number
/** Batches of the rows of tensors; a batch is closed when the next one is asked for. */
export class DataLoader implements Iterable<Tensor[]> {
  constructor(
    tensors: readonly Tensor[],
    options?: { batchSize?: number; shuffle?: boolean; seed?: number; dropLast?: boolean }
  )
  readonly length: number
  [Symbol.iterator](): Iterator<Tensor[]>
}

/** Writes tensors by their names, in the format of safetensors. */
export function save(path: string, tensors: Record<string, Tensor>): void
export function load(path: string): Record<string, Tensor>

/** What TorchScript takes and gives: arrays for lists and tuples, objects or Maps for Dicts. */
export type Value = Tensor | number | bigint | string | boolean | null | Value[] | Map<Value, Value> | { [name: string]: Value }
export namespace jit {
  class ScriptFunction {
    call(...args: Value[]): Value
    readonly schema: string
    readonly graph: string
    module(): ScriptModule
    close(): void
  }
  class ScriptModule {
    method(name: string): ScriptFunction
    forward(...args: Value[]): Value
    readonly methods: string[]
    attribute(name: string): Value
    parameters(): Record<string, Tensor>
    stateDict(): Record<string, Tensor>
    train(mode?: boolean): this
    eval(): this
    save(path: string): void
    close(): void
  }
  function load(from: string | Uint8Array, options?: { device?: string }): ScriptModule
  function compile(source: string): Record<string, ScriptFunction>
}
