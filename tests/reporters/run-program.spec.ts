import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { isAlive } from '#platform/database/embedded/pid-file.ts'
import { eventually } from '../support/app.ts'
import { runFolderName, systemFolder } from '../support/run-folder.ts'

/** A program with a child of its own, that says both ids in a file of the run's folder and runs until it is stopped. */
const worker = `
  const { spawn } = require('node:child_process')
  const child = spawn('sleep', ['600'])
  require('node:fs').writeFileSync(require('node:path').join(require('node:os').tmpdir(), 'ids'), process.pid + ' ' + child.pid)
  setInterval(() => undefined, 60_000)`

/** What tests/run.ts does, with that program in the place of vitest. */
const run = `
  import { takeRunFolder } from './tests/support/run-folder.ts'
  import { runProgram } from './tests/support/run-program.ts'
  takeRunFolder()
  console.log(process.env.TMPDIR)
  await runProgram('node', ['-e', ${JSON.stringify(worker)}], process.env)`

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'given %s while a run of the tests is under way, then its processes end and its folder is removed',
  async (signal) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', run], {
      cwd: join(import.meta.dirname, '../..'),
      env: { PATH: process.env.PATH, TMPDIR: systemFolder() },
    })
    let folder = ''
    child.stdout.on('data', (chunk: Buffer) => (folder += chunk.toString().trim()))
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const ids = await eventually(async () => {
      const file = join(folder, 'ids')
      const written = folder !== '' && existsSync(file) ? readFileSync(file, 'utf8').split(' ') : []
      // Both, once the file is written whole.
      return written.length === 2 && written.map(Number)
    }, 60)
    expect(ids.map(isAlive)).toEqual([true, true])
    child.kill(signal)
    expect(await ended).toBe(1)
    expect(ids.map(isAlive)).toEqual([false, false])
    expect(existsSync(folder)).toBe(false)
  },
)

it('given this run, then what it writes to the folder for temporary files is in one of its own', () => {
  expect(basename(tmpdir())).toMatch(runFolderName)
  expect(basename(systemFolder())).not.toMatch(runFolderName)
})
