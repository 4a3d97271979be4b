import { AsyncLocalStorage } from 'node:async_hooks'

const oneByOne = new AsyncLocalStorage<true>()

/** Within `work`, pieces that could run concurrently run one after the other, so that what they store has one order. */
export const sequentially = <T>(work: () => Promise<T>): Promise<T> => oneByOne.run(true, work)

/** How many pieces of one kind may run concurrently here: `most`, or one within `sequentially`. */
export const concurrencyLimit = (most: number): number => (oneByOne.getStore() ? 1 : most)
