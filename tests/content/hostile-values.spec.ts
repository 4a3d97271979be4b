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
  // An empty one means that no picture is shown.
  [
    'picture',
    'pages.0.sections.0.fields.slides.0.media.desktop.illustration',
    [...paths, ...scripts].filter((value) => value !== ''),
  ],
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
  ['section', 'pages.0.sections.0.id', ['not an id', ...scripts, null]],
]

/** The other kinds, each in the section that has one. */
const elsewhere: [
  kind: string,
  route: string,
  section: string,
  field: string,
  hostile: readonly unknown[],
][] = [
  [
    'icon',
    '/certification-program-details',
    'certification-program',
    'programBenefits.0.icon',
    ['../x', '', 1, ...scripts],
  ],
  ['date', '/terms', 'legal', 'effectiveDate', ['yesterday', '2026-13-01', '', null, ...scripts]],
  [
    'switch',
    '/certification-questionnaire',
    'certification-questionnaire',
    'questions.0.hasHelpIcon',
    ['true', 1, null],
  ],
  [
    'e-mail',
    '/home',
    'lead-form',
    'contactInfo.email',
    ['nobody', 'a@b', 'a@b.example\r\nBcc: c@d.example', 1, ...scripts],
  ],
  ['phone', '/home', 'lead-form', 'contactInfo.phone', ['0'.repeat(41), '555;ext', null, ...scripts]],
  ['weight', '/home', 'carousel', 'slides.0.mobileOverlay.fontWeight', ['950', 'heavy', 400, '', ...scripts]],
  [
    'price',
    '/certification-program-details',
    'certification-program',
    'enrollment.price',
    ['9'.repeat(21), 2500, ...control],
  ],
  ['quote', '/home', 'quotes', 'quotes.0.text', ['', 'x'.repeat(241), ...control, ...shapes]],
  [
    'PDF',
    '/home',
    'whitepaper',
    'paper.pdf',
    ['uploads/x.pdf', 'art/keel.svg', ...paths.filter(Boolean), ...scripts, null],
  ],
  [
    'length of the paper',
    '/home',
    'whitepaper',
    'paper.length',
    ['', 'x'.repeat(121), ...control, ...shapes],
  ],
  ['chapter', '/home', 'whitepaper', 'paper.chapters.0', ['', 'x'.repeat(121), ...control, ...shapes]],
  ['rich text', '/about', 'about-hero', 'content.0.text', words],
  ['path of a timeline', '/home', 'ideation-reality', 'pathImages.0.from', [...ids, ...scripts]],
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

/** Refused, and named by the field's own place or that of the text it is part of. */
function expectRefused(steps: string[], value: unknown): void {
  const what = `${steps.join('.')} = ${JSON.stringify(value)}`
  const { success, error } = Tree.safeParse(put(baseTemplate, steps, value))
  expect(success, what).toBe(false)
  const told = error?.issues.map(({ path }) => path.join('.')) ?? []
  const own = [steps.join('.'), steps.slice(0, -1).join('.')]
  expect(
    told.some((path) => own.includes(path)),
    `${what}: ${told.join(', ')}`,
  ).toBe(true)
}

/** One place of every different field: entries of a list have the same fields. */
function leavesOf(tree: unknown): string[][] {
  const found = new Map<string, string[]>()
  const walk = (value: unknown, steps: string[], kind: string): void => {
    if (typeof value !== 'object' || value === null) {
      if (!found.has(kind)) found.set(kind, steps)
      return
    }
    for (const [key, entry] of Object.entries(value)) {
      // Pages and sections differ by place; entries of any other list do not.
      const same = Array.isArray(value) && !/^(?:|pages\.\d+\.)(?:pages|sections)$/.test(kind)
      walk(entry, [...steps, key], [kind, same ? '*' : key].filter(Boolean).join('.'))
    }
  }
  walk(tree, [], '')
  return [...found.values()]
}

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

  for (const [kind, route, section, field, hostile] of elsewhere) {
    it(`given ${hostile.length} hostile values as ${kind}, then each is refused and its field is named`, () => {
      const page = baseTemplate.pages.findIndex((each) => each.route === route)
      const place = baseTemplate.pages[page]!.sections.findIndex(({ id }) => id === section)
      const steps = ['pages', String(page), 'sections', String(place), 'fields', ...field.split('.')]
      for (const value of hostile) expectRefused(steps, value)
    })
  }

  it('given the name of a picture that is more than a name, then it is refused and its device is named', () => {
    const device = stepsOf('pages.0.sections.0.fields.slides.0.media.desktop')
    for (const name of ['"><script>', 'a/b', '', 'x'.repeat(61), 'a\u0000b']) {
      const result = Tree.safeParse(put(baseTemplate, device, { [name]: 'art/keel.svg' }))
      expect(result.success, JSON.stringify(name)).toBe(false)
      expect(JSON.stringify(result.error?.issues)).toContain('"desktop"')
    }
    expect(Tree.safeParse(put(baseTemplate, device, { 'brush stroke-2': 'art/keel.svg' })).success).toBe(true)
  })

  it('given a control character or another shape in any field of any section, then it is refused and its field is named', () => {
    const places = leavesOf(baseTemplate)
    expect(places.length).toBeGreaterThan(150)
    for (const steps of places) {
      expectRefused(steps, 'a\u0000b')
      expectRefused(steps, { __html: '<b>' })
    }
    console.log(`${places.length} different fields, two hostile values each: all refused`)
  })

  it('given a field that nobody knows, such as __proto__ or dangerouslySetInnerHTML, then it is refused', () => {
    for (const field of ['dangerouslySetInnerHTML', 'onclick', 'style', 'constructor']) {
      const result = Tree.safeParse(put(baseTemplate, [...stepsOf('pages.0.sections.0.fields'), field], 'x'))
      expect(result.success, field).toBe(false)
      expect(JSON.stringify(result.error?.issues)).toContain(field)
    }
  })
})
