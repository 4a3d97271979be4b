import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { currentBundle, digestOf, secondOf } from '../../bin/bundle.mjs'
import { linesOf } from '../../scripts/source-lines.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'veralead-bundle-'))
})
afterEach(() => rmSync(root, { recursive: true }))

describe('whether the bundle of the server is current', () => {
  const source = 'export const answer = 42\n'
  let file: string
  let folder: string
  beforeEach(() => {
    file = join(root, 'answer.ts')
    folder = join(root, 'dist/bundle/one')
    writeFileSync(file, source)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'start.mjs'), '')
    const found = statSync(file)
    const files = [['answer.ts', found.size, secondOf(found), digestOf(Buffer.from(source))]]
    writeFileSync(join(root, 'dist/bundle/inputs.json'), JSON.stringify({ folder: 'one', files }))
  })
  const touch = (): void => utimesSync(file, new Date(), new Date(Date.now() - 3_600_000))

  it('given the sources that it was made from, then it is', () => {
    expect(currentBundle(root)).toBe(folder)
  })

  it('given the same contents with other times, as after a checkout, then it is', () => {
    touch()
    expect(currentBundle(root)).toBe(folder)
  })

  it('given other contents of the same length, then it is not', () => {
    writeFileSync(file, source.replace('42', '43'))
    touch()
    expect(currentBundle(root)).toBeUndefined()
  })

  it('given other contents within the same second, then their length tells', () => {
    const { atime, mtime } = statSync(file)
    writeFileSync(file, `${source}\n`)
    utimesSync(file, atime, mtime)
    expect(currentBundle(root)).toBeUndefined()
  })

  it('given an image without some of the sources, then it is', () => {
    rmSync(file)
    expect(currentBundle(root)).toBe(folder)
  })

  it('given no bundle, or one that is not whole, then there is none', () => {
    rmSync(join(folder, 'start.mjs'))
    expect(currentBundle(root)).toBeUndefined()
    writeFileSync(join(root, 'dist/bundle/inputs.json'), '{"folder":')
    expect(currentBundle(root)).toBeUndefined()
    rmSync(join(root, 'dist'), { recursive: true })
    expect(currentBundle(root)).toBeUndefined()
  })
})

it('given an error in a bundle, then its stack names the files and lines of the sources', async () => {
  const folder = join(root, 'dist/bundle/one')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(root, 'inner.ts'),
    '// A line that the bundle drops.\nexport function inner(words: string): never {\n  throw new TypeError(words)\n}\n',
  )
  writeFileSync(
    join(root, 'start.ts'),
    "import { inner } from './inner.ts'\n\nconst outer = (): void => {\n  const words = 'grüße'\n  inner(words)\n}\n\nouter()\n",
  )
  const bundle = await rolldown({ input: join(root, 'start.ts'), tsconfig: false })
  const { output } = await bundle.generate({
    sourcemap: 'hidden',
    minify: { mangle: false, compress: false },
  })
  const [{ code, map }] = output
  writeFileSync(join(folder, 'start.mjs'), code)
  writeFileSync(
    join(folder, 'start.mjs.lines'),
    linesOf(
      map!.mappings,
      (source) => source,
      () => 0,
    ),
  )
  writeFileSync(
    join(folder, 'sources.json'),
    JSON.stringify(map!.sources.map((name) => name.replace(/^.*\//, ''))),
  )
  const script = `import { nameSources } from ${JSON.stringify(new URL('../../bin/source-frames.mjs', import.meta.url).href)}
    nameSources(${JSON.stringify(folder)}, ${JSON.stringify(root)})
    await import(${JSON.stringify(pathToFileURL(join(folder, 'start.mjs')).href)}).catch((error) => console.log(error.stack))`
  const stack = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  const lines = stack.split('\n').map((line) => line.trim())
  expect(lines[0]).toBe('TypeError: grüße')
  expect(lines[1]).toMatch(`at inner (${join(root, 'inner.ts')}:3:`)
  expect(lines[2]).toMatch(`at outer (${join(root, 'start.ts')}:5:`)
  expect(lines[3]).toMatch(`${join(root, 'start.ts')}:8:`)
})
