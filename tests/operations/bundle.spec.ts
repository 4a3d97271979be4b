import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { currentBundle, digestOf, secondOf } from '../../bin/bundle.mjs'

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

  it('given other contents within the same second, then their length differs', () => {
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
