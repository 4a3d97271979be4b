import fc from 'fast-check'

const isLong = process.env.LONG === '1'

/**
 * Every run of the same commit tries the same examples, so that a red run speaks of the change that was made.
 * `npm run test:long` draws new ones each time, and `SEED=<number>` repeats a run that found something.
 */
export const seed = Number(process.env.SEED ?? (isLong ? Date.now() % 2 ** 31 : 20_261_121))

if (process.env.SEED || !isLong) fc.configureGlobal({ seed })
