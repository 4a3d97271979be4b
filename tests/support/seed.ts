import { createRequire } from 'node:module'
import fc from 'fast-check'

const isLong = process.env.LONG === '1'

/**
 * Every run of the same commit tries the same examples, so that a red run speaks of the change that was made.
 * `npm run test:long` draws new ones each time, and `SEED=<number>` repeats a run that found something.
 */
export const seed = Number(process.env.SEED ?? (isLong ? Date.now() % 2 ** 31 : 20_261_121))

if (process.env.SEED || !isLong) fc.configureGlobal({ seed })

// Node strips the types of a thread's TypeScript with WebAssembly, which is freed with the last thread that has it; V8 in Node 24
// ends the whole process there now and then (nodejs/node#64500). Loaded here too, it is never freed, as in the product itself.
createRequire(import.meta.url)('../../src/platform/kernel/uuid.ts')
