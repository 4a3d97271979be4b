import { parentPort, workerData } from 'node:worker_threads'
import { makeWhitepaper } from './make-whitepaper.ts'

/** Started with the brand as its data; sends the PDF. */
const { bytes } = await makeWhitepaper(String(workerData))
parentPort?.postMessage(new Uint8Array(bytes))
