import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
/** Bytes; a whole run needs about half of it. */
const enough = 4 * 2 ** 30

/**
 * Where databases of the tests lie: in memory where there is room, because making a database is making seven hundred
 * files; else in the system's folder for temporary files.
 */
export function workFolder(): string {
  return roomInMemory() >= enough ? memory : tmpdir()
}

function roomInMemory(): number {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, process.availableMemory())
  } catch {
    return 0
  }
}
