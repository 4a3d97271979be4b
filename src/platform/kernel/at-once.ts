import { AsyncLocalStorage } from 'node:async_hooks'

const oneByOne = new AsyncLocalStorage<true>()

/** Within it, work that could run side by side runs one after the other: what it stores then has one order. */
export const inTurn = <T>(work: () => Promise<T>): Promise<T> => oneByOne.run(true, work)

/** How many of a kind may run at once here: `most`, or one within `inTurn`. */
export const atOnce = (most: number): number => (oneByOne.getStore() ? 1 : most)
