import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The contents of PostgreSQL's postmaster.pid. */
export interface PidFile {
  pid: number
  port: number
  ready: boolean
}

export function readPidFile(cluster: string): PidFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'data', 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/**
 * Whether the file's process is this cluster's server, starting or stopping. A pid that another program has by now
 * would keep PostgreSQL from starting for ever, so such a file is removed.
 */
export function runs(cluster: string, file: PidFile | undefined): boolean {
  if (file === undefined || !(file.pid > 0) || !isAlive(file.pid)) return false
  if (process.platform !== 'linux') return true
  const data = join(cluster, 'data')
  try {
    // The working directory of a server is its data directory.
    if (readlinkSync(`/proc/${file.pid}/cwd`) === realpathSync(data)) return true
  } catch {
    // Another user's process, or one that has just ended: not this server.
  }
  if (readPidFile(cluster)?.pid === file.pid) rmSync(join(data, 'postmaster.pid'), { force: true })
  return false
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
