import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuildInputs, hashOf, isCurrent, readInputs, writeInputs } from '../../apps/web/build-inputs.ts'

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'dist')

describe('whether the client has to be built again', () => {
  let inputs: BuildInputs

  beforeAll(async () => {
    execFileSync(process.execPath, [join(root, 'apps/web/build.ts'), '--if-changed'], { env: {} })
    inputs = (await readInputs(dist)) as BuildInputs
  })

  it('given a build, when nothing changed since, then it is current', async () => {
    expect(await isCurrent(dist)).toBe(true)
  })

  it('given the rules that browser and server share, then they are among what the build was made from', () => {
    expect(inputs.bundled).toEqual(
      expect.arrayContaining([
        'src/modules/leadership/calculator/domain/formula.ts',
        'src/modules/identity/domain/common-passwords.ts',
        'src/modules/content/sections/tree.ts',
        'src/modules/content/base-template/about.ts',
      ]),
    )
  })

  it('given any file that was bundled from outside the client, when it changes, then the hash is another one', async () => {
    expect(inputs.bundled.length).toBeGreaterThan(25)
    for (const changed of [...inputs.bundled, 'apps/web/src/app.tsx', 'package-lock.json']) {
      const hash = await hashOf(inputs.bundled, async (file) =>
        file === join(root, changed) ? 'changed' : await readFile(file),
      )
      expect(hash, changed).not.toBe(inputs.hash)
    }
  })

  it('given a file that was written after the build began, then the build is not current: it may have read the one before', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'veralead-build-'))
    const modules = [join(root, 'src/modules/leadership/calculator/domain/formula.ts')]
    await writeInputs(folder, modules, Date.now())
    expect(await isCurrent(folder)).toBe(true)
    await writeInputs(folder, modules, Date.now() - 365 * 86_400_000)
    expect(await isCurrent(folder)).toBe(false)
    await rm(folder, { recursive: true })
  })

  it('given a folder without a build, then it is not current', async () => {
    expect(await isCurrent(join(root, 'docs'))).toBe(false)
  })
})
