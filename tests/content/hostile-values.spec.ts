import { describe, expect, it } from 'vitest'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'
import { Tree } from '../../src/modules/content/sections/tree.ts'

const control = ['\u0000', 'a\u0007b', 'x\u001b[31m', '\u007f']
const scripts = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
]
const paths = [
  '../../etc/passwd',
  '..\\secret.png',
  '/etc/passwd',
  '//evil.example/a.png',
  'http://evil.example/a.png',
  'https://evil.example/a.png?x=<script>',
  'art/keel.svg#<script>',
  'art/keel.exe',
  'art/../../x.png',
  'https://user:pass@evil.example/a.png',
  '',
]
const styles = [
  'url(https://evil.example)',
  'red;background:url(//evil.example)',
  'expression(alert(1))',
  'var(--x)',
  '#GGGGGG',
  'rgb(1,2)',
  '#fff}body{display:none',
  'linear-gradient(red, url(x))',
  'image-set("x")',
  'red/*',
]
const numbers = [0, 11, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '1', null]
const sizes = ['18', '999px', '-1px', 'calc(1px)', '1px;color:red', 'var(--x)']
const shapes: unknown[] = [
  null,
  42,
  true,
  [],
  { value: 1 },
  { value: 'x', format: 'huge' },
  { __html: '<b>' },
]
const ids = ['a b', '"><x', '../x', '']
const words = [...control, 'x'.repeat(4_001), ...shapes]

/** Every kind of field, one place of it, and what must not get in there. */
const kinds: [kind: string, place: string, hostile: readonly unknown[]][] = [
  ['picture', 'pages.0.sections.0.fields.slides.0.media.desktop.illustration', [...paths, ...scripts]],
  ['colour', 'pages.0.sections.0.fields.slides.0.subtitle.colour', [...styles, ...scripts]],
  ['background', 'pages.0.sections.0.fields.slides.0.background', [...styles, ...scripts]],
  ['order', 'pages.0.sections.0.fields.slides.0.order', numbers],
  ['text', 'pages.0.sections.0.fields.slides.0.description.value', words],
  ['weighted text', 'pages.0.sections.0.fields.slides.0.title.lines.0.text', words],
  ['format', 'pages.0.sections.0.fields.slides.0.title.lines.0.format', ['huge', '', 1, null, ...scripts]],
  ['size', 'pages.0.sections.0.fields.slides.0.mobileOverlay.fontSize', [...sizes, ...scripts]],
  ['id', 'pages.0.sections.0.fields.slides.0.id', [...ids, ...scripts, 1, null]],
  ['page title', 'pages.0.title', ['', 'x'.repeat(121), ...control, ...shapes]],
  ['address', 'pages.0.route', ['/nowhere', ...scripts, null]],
  ['alternative text', 'pages.0.sections.0.fields.slides.0.media.alt', ['x'.repeat(201), ...control, 1]],
  ['seconds', 'pages.0.sections.0.fields.autoplaySeconds', [-1, 61, Number.NaN, '5']],
  ['section', 'pages.0.sections.0.id', ['unknown', ...scripts, null]],
]

function put(value: unknown, [step, ...rest]: string[], last: unknown): unknown {
  if (step === undefined) return last
  const holder = value as Record<string, unknown>
  const entry = put(holder?.[step] ?? {}, rest, last)
  return Array.isArray(value) ? value.with(Number(step), entry) : { ...holder, [step]: entry }
}

const home = baseTemplate.pages.findIndex(({ route }) => route === '/home')
const carousel = baseTemplate.pages[home]!.sections.findIndex(({ id }) => id === 'carousel')
const stepsOf = (place: string): string[] =>
  place.replace('pages.0', `pages.${home}`).replace('sections.0', `sections.${carousel}`).split('.')

describe('hostile values', () => {
  it('given the places of this list, then a good tree has them all and is taken', () => {
    expect(Tree.safeParse(baseTemplate).success).toBe(true)
    expect(kinds.reduce((sum, [, , hostile]) => sum + hostile.length, 0)).toBeGreaterThanOrEqual(60)
  })

  for (const [kind, place, hostile] of kinds) {
    it(`given ${hostile.length} hostile values as a ${kind}, then each is refused and its field is named (M-158)`, () => {
      const steps = stepsOf(place)
      for (const value of hostile) {
        const result = Tree.safeParse(put(baseTemplate, steps, value))
        expect(result.success, `${kind} ${JSON.stringify(value)}`).toBe(false)
        const told = JSON.stringify(result.error?.issues)
        expect(told, `${kind} ${JSON.stringify(value)}`).toContain(`"${steps.at(-1)}"`)
      }
    })
  }

  it('given a field that nobody knows, such as __proto__ or dangerouslySetInnerHTML, then it is refused', () => {
    for (const field of ['dangerouslySetInnerHTML', 'onclick', 'style', 'constructor']) {
      const result = Tree.safeParse(put(baseTemplate, [...stepsOf('pages.0.sections.0.fields'), field], 'x'))
      expect(result.success, field).toBe(false)
      expect(JSON.stringify(result.error?.issues)).toContain(field)
    }
  })
})
