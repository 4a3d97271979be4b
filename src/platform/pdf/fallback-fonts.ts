import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
import { shapedFont } from './shared-font.ts'

/** A family of fonts that has some letters of the world; it reads a file only when it is asked for one of its letters. */
interface Family {
  /** The font that has all characters of a cluster; null without one. */
  fontOf(cluster: string): Promise<Font | null>
}

/** Letters of Europe and the Middle East, with combining marks: `DejaVuSans`, `DejaVuSerif`. */
export const dejaVu = (name: string): Family => ({
  async fontOf(cluster) {
    const font = await shapedFont(`dejavu-fonts-ttf/ttf/${name}.ttf`)
    return has(font, cluster) ? font : null
  },
})

const sans = (script: string) => noto(`@fontsource-variable/noto-sans-${script}`, 'wght-normal.woff2')

/** The other scripts in use for names. Han is asked of Japanese first, and of Chinese for a word that has other letters. */
export const otherScripts: readonly Family[] = [
  ...[
    'thai',
    'lao',
    'khmer',
    'devanagari',
    'bengali',
    'gurmukhi',
    'gujarati',
    'oriya',
    'tamil',
    'telugu',
  ].map(sans),
  ...['kannada', 'malayalam', 'sinhala', 'ethiopic', 'thaana', 'cherokee'].map(sans),
  noto('@fontsource/noto-sans-myanmar', '400-normal.woff'),
  noto('@fontsource-variable/noto-serif-tibetan', 'wght-normal.woff2'),
  ...['jp', 'sc', 'kr'].map(sans),
]

interface Range {
  first: number
  last: number
  file: string
}

/** A package of Fontsource: its `unicode.json` says which of its files has which characters. */
function noto(folder: string, ending: string): Family {
  const id = folder.slice(folder.indexOf('/') + 1)
  let ranges: readonly Range[] | undefined
  const read = (): Range[] => {
    const text = readFileSync(fileURLToPath(import.meta.resolve(`${folder}/unicode.json`)), 'utf8')
    return Object.entries<string>(JSON.parse(text)).flatMap(([subset, listed]) => {
      const file = `${folder}/files/${id}-${subset.replace(/[[\]]/g, '')}-${ending}`
      return listed.split(',').map((range) => {
        const [first = 0, last = first] = range
          .slice(2)
          .split('-')
          .map((hex) => Number.parseInt(hex, 16))
        return { first, last, file }
      })
    })
  }
  return {
    async fontOf(cluster) {
      ranges ??= read()
      const code = cluster.codePointAt(0) ?? 0
      for (const { first, last, file } of ranges) {
        if (code < first || code > last || /-latin(-ext)?-/.test(file)) continue
        const font = await shapedFont(file)
        if (has(font, cluster)) return font
      }
      return null
    },
  }
}

/** Composed or not: HarfBuzz takes the form of which the font has the glyphs. */
function has(font: Font, cluster: string): boolean {
  const seen = cluster.replace(invisible, '')
  return [seen, seen.normalize('NFD')].some((form) =>
    [...form].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)),
  )
}

/** Characters without a glyph of their own, such as joiners and marks of direction. */
export const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu
