import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('given tests, a set-up, a callback and a process that fail, then each is counted and named, with its cause', () => {
  const folder = mkdtempSync(join(tmpdir(), 'veralead-outcome-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { PATH, HOME } = process.env
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', join(import.meta.dirname, 'fixtures')],
    { cwd: folder, env: { PATH, HOME } },
  )
  expect(status).toBe(1)
  expect(JSON.parse(readFileSync(join(folder, 'test-results/vitest.json'), 'utf8'))).toEqual({
    passed: 3,
    skipped: 2,
    failed: 4,
    failures: [
      'broken.fixture.ts > a set-up that fails: The port is taken',
      'broken.fixture.ts > fails: expected 1 to be 2 // Object.is equality',
      'outside of all tests: Thrown later',
      expect.stringMatching(
        /emitted error\.: Worker exited unexpectedly with signal SIGKILL .*dying\.fixture\.ts$/,
      ),
    ],
  })
})
