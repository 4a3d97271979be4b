import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clientSource } from '../../src/server/client-source.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'veralead-client-'))
})
afterEach(() => rm(root, { recursive: true }))

const source = (env: 'development' | 'production') =>
  clientSource({ root, live: false, env, say: () => undefined, signal: new AbortController().signal })

test('given production without a built client, then one line names the step', async () => {
  await expect(source('production')).rejects.toMatchObject({
    name: 'CannotStart',
    message: expect.stringMatching(
      /^The client is not built \(.*index\.html is missing\): run npm run build first$/,
    ),
  })
})

test('given a project folder that cannot be written, when the client must be built, then one line says so', async () => {
  await mkdir(join(root, 'apps/web/src'), { recursive: true })
  // No folder can be made there, by no user.
  await writeFile(join(root, 'dist'), '')
  await expect(source('development')).rejects.toMatchObject({
    name: 'CannotStart',
    message: expect.stringMatching(
      /^\S+dist cannot be written by this user \(\w+\): the client is built there, [^\n]+$/,
    ),
  })
})
