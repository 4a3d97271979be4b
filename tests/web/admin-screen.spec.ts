import { describe, expect, test } from 'vitest'
import { assetAddress } from '../../apps/web/src/lib/assets.ts'
import { failureFrom } from '../../apps/web/src/lib/call.ts'
import type { Tree } from '../../apps/web/src/staff/api.ts'
import { saveMessage } from '../../apps/web/src/staff/content/save-message.ts'
import { placeWords, problemWords } from '../../apps/web/src/staff/draft/place-words.ts'
import { writeAt } from '../../apps/web/src/staff/draft/pointer.ts'
import { problemsOf } from '../../apps/web/src/staff/draft/tree-problems.ts'
import { draftOfMessage } from '../../apps/web/src/staff/preview/preview-message.ts'
import {
  fieldProblem,
  type SettingField,
  serverProblems,
  settingFields,
  storedValue,
  typedValue,
} from '../../apps/web/src/staff/settings/setting-fields.ts'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'

const tree = baseTemplate as unknown as Tree
const home = tree.pages.findIndex(({ route }) => route === '/home')
const carousel = tree.pages[home]?.sections.findIndex(({ id }) => id === 'carousel')
const slide = `/pages/${home}/sections/${carousel}/fields/slides/2`

describe('a place of the content in words', () => {
  test('given a place, then page, section, entry and field are named as the screen names them', () => {
    expect(placeWords(tree, `${slide}/background`)).toBe('Page /home, section carousel, slide 3, Background')
    expect(placeWords(tree, `/pages/${home}/title`)).toBe('Page /home, Page title')
    expect(placeWords(tree, `${slide}/media/desktop/illustration`)).toBe(
      'Page /home, section carousel, slide 3, Media, Desktop, Illustration',
    )
  })

  test('given a refused save, then the status names the field in words and never a raw path', () => {
    const broken = writeAt(writeAt(tree, `${slide}/order`, 99), `/pages/${home}/title`, '')
    const words = saveMessage(failureFrom(400, { message: 'pages.0.title: too small' }), broken)
    expect(words).toContain('Page /home, Page title must not be empty.')
    expect(words).toContain('One more field has to be mended.')
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
  const fields = settingFields({
    properties: {
      domains: {
        type: 'array',
        items: { type: 'string' },
        maxItems: 2,
        title: 'Blocked domains',
        description: 'One a line.',
      },
      on: { type: 'boolean', title: 'On' },
      how: { type: 'string', enum: ['a', 'b'], choices: { a: 'The first' }, title: 'How' },
      days: { type: 'integer', minimum: 0, maximum: 10, title: 'Days' },
      site: { anyOf: [{ const: '' }, { type: 'string', maxLength: 300 }], title: 'Site' },
      steps: {
        type: 'array',
        items: { properties: { when: { title: 'When' }, what: { title: 'What' } } },
        title: 'Schedule',
      },
    },
  })
  const field = (name: string): SettingField => fields.find((each) => each.name === name)!

  test('given a schema, then each field has its kind, label and help', () => {
    expect(fields.map(({ kind }) => kind)).toEqual(['lines', 'switch', 'choice', 'number', 'text', 'rows'])
    expect(field('domains')).toMatchObject({ label: 'Blocked domains', help: 'One a line.' })
    expect(field('how')).toMatchObject({
      choices: [
        { value: 'a', label: 'The first' },
        { value: 'b', label: 'b' },
      ],
    })
  })

  test('given what is typed, then it is stored in its own form and shown as it was typed', () => {
    expect(storedValue(field('domains'), ' a.example \n\nb.example')).toEqual(['a.example', 'b.example'])
    expect(typedValue(field('domains'), ['a', 'b'])).toBe('a\nb')
    expect(storedValue(field('days'), '7')).toBe(7)
    expect(typedValue(field('days'), 7)).toBe('7')
  })

  test.each([
    ['days', 11, 'Days must be a number from 0 to 10.'],
    ['days', '', 'Days must be a number from 0 to 10.'],
    ['days', 1.5, 'Days must be a whole number.'],
    ['site', 'x'.repeat(301), 'Site must be at most 300 characters.'],
    ['domains', ['a', 'b', 'c'], 'Blocked domains must have at most 2 lines.'],
    ['steps', [{ when: 'Today', what: ' ' }], 'Schedule, entry 1: fill in “What” or remove the entry.'],
  ])('given %s = %j, then the sentence names it', (name, value, said) => {
    expect(fieldProblem(field(name), value)).toBe(said)
  })

  test('given good values, then nothing is said', () => {
    expect(fieldProblem(field('days'), 3)).toBeUndefined()
    expect(fieldProblem(field('steps'), [{ when: 'a', what: 'b' }])).toBeUndefined()
  })

  test('given the refusal of the server, then it stands at its field in the words of the screen', () => {
    const refused = failureFrom(400, {
      fields: [
        { path: 'values.domains.1', message: 'must be a mail domain.' },
        { path: 'values.domains.0', message: 'a second problem of the same setting' },
        { path: 'values.site', message: 'has another form.' },
        { path: 'values.steps.2.what', message: 'is too long.' },
        { path: 'values.nobody', message: 'x' },
        { path: 'days', message: 'not among the values' },
      ],
    })
    expect(serverProblems(fields, refused)).toEqual({
      domains: 'Blocked domains, line 2, must be a mail domain.',
      site: 'Site has another form.',
      steps: 'Schedule, entry 3, What is too long.',
    })
  })
})
