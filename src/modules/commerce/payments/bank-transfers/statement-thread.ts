import { parentPort, workerData } from 'node:worker_threads'
import { type ReadingOrder, readStatement } from './read-statement.ts'

/** Started with a file as its data; sends what was read. */
parentPort?.postMessage(readStatement(workerData as ReadingOrder))
