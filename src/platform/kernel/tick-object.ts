import { executionAsyncResource } from 'node:async_hooks'

const kept: object[] = []

/**
 * Keeps one of the objects that Node makes for each call of process.nextTick. V8 drops the hidden class of objects when a
 * garbage collection finds none alive; from then on Node's code for them takes 0.4 µs each instead of 0.06, for the life
 * of the process, and one request makes ten of them. Must be called before the first collection of the whole heap.
 */
export function keepTickObject(): Promise<object> {
  return new Promise((resolve) => {
    process.nextTick(() => {
      const tick = executionAsyncResource()
      kept.push(tick)
      resolve(tick)
    })
  })
}
