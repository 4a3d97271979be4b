import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { posterSources } from '../../apps/web/src/shop/program/poster-sources.ts'

const assets = join(import.meta.dirname, '../../apps/web/public/assets')

test.each(['videos/intro.webp', 'videos/welcome.webp'])(
  'given the poster %s, then each file of its sets is there, in its declared width and in its type',
  async (name) => {
    const sets = posterSources(name, (file) => file)
    for (const [type, format] of [
      ['avif', 'heif'],
      ['webp', 'webp'],
    ] as const) {
      const told = (sets?.[type] ?? '').split(', ').map((each) => each.split(' '))
      expect(told).toHaveLength(4)
      for (const [file = '', width = ''] of told) {
        const found = await sharp(join(assets, file)).metadata()
        expect({ file, width: `${found.width}w`, format: found.format }).toEqual({ file, width, format })
      }
    }
  },
)

test('given the films of the site, then no poster lies there that nothing asks for', () => {
  const asked = ['videos/intro.webp', 'videos/welcome.webp'].flatMap((name) =>
    Object.values(posterSources(name, (file) => file) ?? {}).flatMap((set) => set.match(/videos\/[\w.-]+/g)),
  )
  const there = readdirSync(join(assets, 'videos')).filter((file) => /\.(?:avif|webp)$/.test(file))
  expect(there.map((file) => `videos/${file}`).sort()).toEqual(asked.sort())
})

test('given a poster that an editor chose, then it is shown as it is', () => {
  expect(posterSources('uploads/0123456789abcdef01234567.webp', String)).toBeUndefined()
  expect(posterSources('https://storage.example/videos/intro.webp', String)).toBeUndefined()
})
