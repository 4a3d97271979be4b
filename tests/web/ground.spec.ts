import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Colour, contrastOf, parseColour, readNamesFrom } from '../../apps/web/src/lib/colour.ts'
import { hexOfName } from '../../apps/web/src/lib/colour-names.ts'
import { groundOf } from '../../apps/web/src/lib/ground.ts'

beforeAll(() => readNamesFrom(hexOfName))

const rgb = (text: string): Colour['rgb'] => {
  const colour = parseColour(text)
  if (!colour) throw new Error(`${text} is no color`)
  return colour.rgb
}

describe('a colour of the content', () => {
  test('given each spelling that the content allows, then it is read', () => {
    for (const [text, red, green, blue] of [
      ['#c60', 204, 102, 0],
      ['#CC6600', 204, 102, 0],
      ['rgb(204 102 0)', 204, 102, 0],
      ['rgba(204, 102, 0, 0.5)', 204, 102, 0],
      ['rgb(80% 40% 0%)', 204, 102, 0],
      ['hsl(30, 100%, 40%)', 204, 102, 0],
      ['teal', 0, 128, 128],
    ] as const)
      expect(rgb(text), text).toEqual([red, green, blue])
    expect(parseColour('rgba(204, 102, 0, 0.5)')?.alpha).toBe(0.5)
    expect(parseColour('#cc660080')?.alpha).toBeCloseTo(0.5, 2)
    for (const text of ['blurple', 'currentColor', '#12345', 'rgb(1 2)', undefined])
      expect(parseColour(text), text).toBeUndefined()
  })
})

describe('a background of the content', () => {
  const texts = ['--ink', '--ink-soft', '--copper-deep', '--bad'] as const
  test.each([
    '#1C1A18',
    '#F8EADC',
    '#C06014',
    '#808080',
    'teal',
    'hsl(60 100% 50%)',
    'rgba(28, 26, 24, 0.6)',
    'linear-gradient(90deg, #1C1A18, #C06014)',
    'linear-gradient(to right, black 0%, white 100%)',
    'radial-gradient(circle, #808080, #F8EADC, teal)',
  ])(
    'given %s, then every tone of its text has a contrast of 4.5 on all of it (M-190, M-191)',
    (background) => {
      const ground = groundOf(background)
      expect(ground?.tone).toBeDefined()
      const stops = ground?.declaration['--ground']?.match(/#[\da-f]{6}/g) ?? [background]
      for (const name of texts)
        for (const stop of stops)
          expect(
            contrastOf(rgb(ground?.declaration[name] ?? ''), rgb(stop)),
            `${name} on ${stop}`,
          ).toBeGreaterThanOrEqual(4.5)
    },
  )

  test('given one that the usual ink can be read on, then neither it nor the ink is changed', () => {
    expect(groundOf('#FFFFFF')?.declaration).toMatchObject({
      '--ground': '#ffffff',
      '--ink': '#292929',
      '--ink-soft': '#5f5a54',
    })
    expect(groundOf('#1C1A18')).toMatchObject({ tone: 'dark', declaration: { '--ink': '#f4efe7' } })
  })

  test('given a faint tint, then it stays one, and the tones of the page remain', () => {
    expect(groundOf('rgba(192, 96, 20, 0.03)')).toEqual({
      declaration: { '--ground': 'rgba(192, 96, 20, 0.03)' },
    })
  })

  test('given what paints nothing or is no colour, then nothing is changed', () => {
    for (const background of [undefined, '', 'transparent', 'blurple', 'linear-gradient(blurple, white)'])
      expect(groundOf(background), background).toBeUndefined()
  })

  test('given a ground on which a button would not be seen, then the button turns to the ink of the ground', () => {
    expect(groundOf('#A8520F')?.declaration['--action']).toBe('#ffffff')
    expect(groundOf('#FFFFFF')?.declaration).not.toHaveProperty('--action')
  })
})

test('given the dark scheme and a dark band, then their tones are the same', () => {
  const tones = (sheet: string, from: string): string[] =>
    [
      ...(
        readFileSync(new URL(`../../apps/web/src/ui/${sheet}.css`, import.meta.url), 'utf8')
          .split(from)[1]
          ?.split('}')[0] ?? ''
      ).matchAll(/(--[\w-]+): ([^;]+);/g),
    ].map(([line]) => line)
  const page = tones('tokens', '@media (prefers-color-scheme: dark) {\n  :root {')
  const band = tones('ground', '[data-ground="dark"] {')
  expect(band.length).toBeGreaterThan(20)
  expect(page.filter((line) => !/--(band|shadow)/.test(line))).toEqual(band)
  // The light tones stand once, for page and band.
  const light = tones('tokens', ':root,\n[data-ground="light"] {')
  expect(light.map((line) => line.split(':')[0])).toEqual(band.map((line) => line.split(':')[0]))
})
