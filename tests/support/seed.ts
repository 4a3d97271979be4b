import fc from 'fast-check'

/**
 * Every run of the same commit tries the same examples, so that a red run speaks of the change that was made.
 * `npm run test:long` draws new ones each time, and `SEED=<number>` repeats a run that found something.
 */
const chosen = process.env.SEED
if (chosen) fc.configureGlobal({ seed: Number(chosen) })
else if (process.env.LONG !== '1') fc.configureGlobal({ seed: 20_261_121 })
