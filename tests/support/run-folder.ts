import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** The name of a run's folder, with the id of its process. */
export const runFolderName = /^veralead-run-(\d+)-/

const isRunFolder = (path: string): boolean => runFolderName.test(basename(path))

/** The system's folder for temporary files, also while a run has one of its own. */
export const systemFolder = (): string => (isRunFolder(tmpdir()) ? dirname(tmpdir()) : tmpdir())

/**
 * What a run of the tests, its workers and their children write to the folder for temporary files is in one folder, which
 * is removed when the run ends. A run that was killed leaves it to the next one (`clearAbandoned`).
 */
export function takeRunFolder(): void {
  if (isRunFolder(tmpdir())) return
  const folder = mkdtempSync(join(tmpdir(), `veralead-run-${process.pid}-`))
  chmodSync(folder, 0o755) // PostgreSQL's user is another one when this is root
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
}
