import { describe, expect, test } from 'vitest'
import { assetAddress } from '../../apps/web/src/lib/assets.ts'
import { failureFrom } from '../../apps/web/src/lib/call.ts'
import type { Tree } from '../../apps/web/src/staff/api.ts'
import { excerpt } from '../../apps/web/src/staff/content/difference-list.tsx'
import { saveMessage } from '../../apps/web/src/staff/content/save-message.ts'
import { placeWords, problemWords } from '../../apps/web/src/staff/draft/place-words.ts'
import { writeAt } from '../../apps/web/src/staff/draft/pointer.ts'
import type { Schema } from '../../apps/web/src/staff/draft/schema.ts'
import { problemsOf } from '../../apps/web/src/staff/draft/tree-problems.ts'
import { draftOfMessage } from '../../apps/web/src/staff/preview/preview-message.ts'
import { serverProblems, valueProblems } from '../../apps/web/src/staff/settings/setting-problems.ts'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'

const tree = baseTemplate as unknown as Tree
const home = tree.pages.findIndex(({ route }) => route === '/home')
const carousel = tree.pages[home]?.sections.findIndex(({ id }) => id === 'carousel')
const slide = `/pages/${home}/sections/${carousel}/fields/slides/2`

describe('a place of the content in words', () => {
  test('given a place, then page, section, entry and field are named as the screen names them', () => {
    expect(placeWords(tree, `${slide}/background`)).toBe(
      'Page /home, Slides of the first screen, slide 2, Background',
    )
    expect(placeWords(tree, `/pages/${home}/title`)).toBe('Page /home, Page title')
    expect(placeWords(tree, `${slide}/media/desktop/illustration`)).toBe(
      'Page /home, Slides of the first screen, slide 2, Pictures, Wide windows, Illustration',
    )
  })

  test('given steps that name entries by route and id, or by their place from 1, then the words are the same', () => {
    const at = (...steps: string[]) =>
      placeWords(tree, ['pages', '/home', 'sections', 'carousel', 'fields', ...steps])
    expect(at('slides', 'item-3', 'background')).toBe(placeWords(tree, `${slide}/background`))
    expect(at('slides', 'item-1', 'title', 'lines', '2', 'text')).toMatch(/slide 1, Title, line 2, Text$/)
    expect(at('slides', 'gone')).toBe('Page /home, Slides of the first screen, slide')
    expect(placeWords(tree, ['pages', '/home', 'sections', 'section-x'])).toBe('Page /home, Added section')
  })

  test('given a value that differs, then its words are shown, and no key of the program', () => {
    const added = { id: 'section-1', type: 'added', fields: { title: 'Spring', content: [{ text: 'x' }] } }
    expect(excerpt(added)).toBe('Spring')
    expect(excerpt(tree.pages[home]?.sections[carousel ?? 0])).toBe('Leadership that holds under load')
    expect(excerpt([{ text: 'One ' }, { text: 'two' }])).toContain('One')
    expect([excerpt(undefined), excerpt(true), excerpt(''), excerpt(3)]).toEqual([
      'nothing',
      'yes',
      'empty',
      '3',
    ])
  })

  test('given a refused save, then the status names the field in words and never a raw path', () => {
    const broken = writeAt(writeAt(tree, `${slide}/order`, 99), `/pages/${home}/title`, '')
    const words = saveMessage(failureFrom(400, { message: 'pages.0.title: too small' }), broken)
    expect(words).toContain('Page /home, Page title must not be empty.')
    expect(words).toContain('One more field must be fixed.')
    expect(words).not.toMatch(/pages\.\d|\/pages\//)
  })

  test('given nothing wrong, then there are no words, and the server is quoted', () => {
    expect(problemWords(tree, problemsOf(tree))).toBeUndefined()
    expect(saveMessage(failureFrom(400, { message: 'Too large.' }), tree)).toBe('Too large.')
  })
})

describe('messages to the preview', () => {
  const data = { kind: 'preview-draft', route: '/home', pages: [] }

  test('given a draft from this site, then it is taken; from elsewhere or of another shape it is not', () => {
    const own = 'https://veralead.example'
    expect(draftOfMessage({ data, origin: own }, own)).toEqual(data)
    expect(draftOfMessage({ data, origin: 'https://evil.example' }, own)).toBeUndefined()
    for (const wrong of [null, 'preview-draft', {}, { ...data, pages: 'x' }, { ...data, route: 1 }])
      expect(draftOfMessage({ data: wrong, origin: own }, own)).toBeUndefined()
  })
})

describe('uploaded pictures', () => {
  test('given remote assets, then an uploaded picture still comes from the site itself', () => {
    const config = { loadAssetsFromS3: true, s3AssetsPath: 'https://cdn.example' }
    expect(assetAddress('uploads/0123.webp', config)).toBe('/assets/uploads/0123.webp')
    expect(assetAddress('art/keel.svg', config)).toBe('https://cdn.example/assets/art/keel.svg')
  })
})

describe('the form that is made from a section of settings', () => {
  const schema: Schema = {
    properties: {
      domains: { type: 'array', items: { type: 'string' }, maxItems: 2, title: 'Blocked domains' },
      days: { type: 'integer', minimum: 0, maximum: 10, title: 'Days' },
      site: { anyOf: [{ const: '' }, { type: 'string', maxLength: 300 }], title: 'Site' },
      steps: {
        type: 'array',
        items: { type: 'object', properties: { what: { type: 'string', minLength: 1, title: 'What' } } },
        title: 'Schedule',
      },
    },
  }
  const good = { domains: ['a'], days: 3, site: '', steps: [{ what: 'b' }] }

  test.each([
    ['/days', { days: 11 }, 'must be a number from 0 to 10.'],
    ['/days', { days: Number.NaN }, 'must be a number from 0 to 10.'],
    ['/days', { days: 1.5 }, 'must be a whole number.'],
    ['/site', { site: 'x'.repeat(301) }, 'must be at most 300 characters.'],
    ['/domains', { domains: ['a', 'b', 'c'] }, 'must have at most 2 lines.'],
    ['/steps/0/what', { steps: [{ what: ' ' }] }, 'must not be empty: fill it in or remove the entry.'],
  ])('given a wrong value at %s, then it is said there', (place, wrong, said) => {
    expect([...valueProblems(schema, { ...good, ...wrong })]).toEqual([[place, said]])
  })

  test('given good values, then nothing is said', () => {
    expect(valueProblems(schema, good).size).toBe(0)
  })

  test('given the refusal of the server, then the first problem of each place is there', () => {
    const refused = failureFrom(400, {
      fields: [
        { path: 'values.domains.1', message: 'must be an email domain.' },
        { path: 'values.domains.1', message: 'a second problem of the same line' },
        { path: 'values.steps.2.what', message: 'is too long.' },
        { path: 'values.nobody', message: 'x' },
        { path: 'days', message: 'not among the values' },
      ],
    })
    expect([...serverProblems(schema, refused)]).toEqual([
      ['/domains/1', 'must be an email domain.'],
      ['/steps/2/what', 'is too long.'],
    ])
  })
})
