/** One thread of the yardstick of `login.ts`: verifies until it is asked to stop, and answers how often. */
import { parentPort, workerData } from 'node:worker_threads'
import { verifySync } from '@node-rs/argon2'

const { stored, password, stop } = workerData as { stored: string; password: string; stop: SharedArrayBuffer }
const stopped = new Int32Array(stop)
let verified = 0
while (Atomics.load(stopped, 0) === 0) {
  if (!verifySync(stored, password)) throw new Error('The hash does not fit')
  verified += 1
}
parentPort?.postMessage(verified)
