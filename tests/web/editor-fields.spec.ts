import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { focusOf } from '../../apps/web/src/lib/content.ts'
import { ruleFor } from '../../apps/web/src/lib/content-style.tsx'
import { EditingForm } from '../../apps/web/src/staff/draft/draft-context.tsx'
import {
  asShown,
  type Schema,
  schemaBelow,
  sectionSchema,
  titleOf,
  weightsOf,
} from '../../apps/web/src/staff/draft/schema.ts'
import { problemsOf } from '../../apps/web/src/staff/draft/tree-problems.ts'
import { GroupEditor, InlineEditor } from '../../apps/web/src/staff/editors/group-editor.tsx'
import { reordered } from '../../apps/web/src/staff/editors/list-editor.tsx'
import { WordsField } from '../../apps/web/src/staff/editors/text-fields.tsx'
import { kindOf } from '../../apps/web/src/staff/editors/value-props.ts'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'
import { type Fields, saveContent } from '../../src/modules/content/contract.ts'
import { sectionKinds } from '../../src/modules/content/contract-sections.ts'
import { colourFields, unknownColour } from '../../src/modules/content/sections/known-colours.ts'
import { Tree } from '../../src/modules/content/sections/tree.ts'
import { controls } from '../../src/platform/contract/controls.ts'

interface Found {
  path: string
  key: string
  schema: Schema
}

/** Every field below a schema that an editor meets: no ids, and no weights, which are beside their text. */
function* fieldsBelow(schema: Schema, path: string): Generator<Found> {
  for (const [key, part] of Object.entries(schema.properties ?? {})) {
    const place = `${path}.${key}`
    if (part.control !== 'id') yield { path: place, key, schema: part }
    // Pieces of a text have no fields of their own.
    if (['weighted', 'rich'].includes(kindOf(part)) || key === 'lines') continue
    yield* fieldsBelow(part, place)
    if (part.items) yield* fieldsBelow(part.items, `${place}[]`)
  }
}

const ids = [...Object.keys(sectionKinds), 'promo-x']
const fields = ids.flatMap((id) => [...fieldsBelow(schemaBelow(sectionSchema(id), 'fields')!, id)])

describe('the fields of every section', () => {
  test('given any of them, then it has a label that people read, and sections too', () => {
    expect(fields.length).toBeGreaterThan(150)
    const nameless = fields.filter(({ schema }) => !schema.title).map(({ path }) => path)
    expect(nameless).toEqual([])
    // A label is words: never the name that the program has for the field.
    const keyish = fields.filter(({ schema }) => !/^[A-Z][\w ,()–-]*$/.test(schema.title ?? ''))
    expect(keyish.map(({ path }) => path)).toEqual([])
    for (const id of ids) expect(sectionSchema(id)?.title).toMatch(/^[A-Z]/)
  })

  test('given any of them, then its control is one that the editor has', () => {
    for (const { path, schema } of fields) {
      if (schema.control) expect(controls, path).toContain(schema.control)
    }
    const lists = fields.filter(({ schema }) => kindOf(schema) === 'list' && !schema.entry)
    expect(lists.map(({ path }) => path)).toEqual([])
  })

  test('given any picture, video, color or icon, then it has the field of its kind, whatever its name', () => {
    const kinds = Object.fromEntries(fields.map(({ path, schema }) => [path, kindOf(schema)]))
    expect(kinds).toMatchObject({
      'carousel.slides[].title': 'headline',
      'carousel.slides[].order': 'order',
      'carousel.slides[].subtitle.backgroundImage': 'picture',
      'carousel.slides[].background': 'colour',
      'carousel.slides[].media': 'pictures',
      'ideation-reality.pathImages[].image': 'picture',
      'ideation-reality.pathImages[].from': 'reference',
      'about-hero.content': 'rich',
      'book.title': 'weighted',
      'lead-form.title': 'inline',
      'lead-form.contactInfo': 'group',
      'certification-questionnaire.questions[].hasHelpIcon': 'switch',
      'certification-questionnaire.questions[].icon': 'icon',
      'certification-program.enrollment.includes': 'lines',
      'certification-program.videoSection.video': 'video',
      'certification-program.videoSection.poster': 'picture',
      'certification-program.sampleLab.recording': 'video',
      'certification-program.testimonials[].media': 'pictures',
      'certification-program.testimonials': 'list',
      'certification-program.testimonials[].name': 'text',
    })
    const hero: Schema = { type: 'object', properties: { hero: { type: 'string', control: 'picture' } } }
    expect(kindOf(schemaBelow(hero, 'hero'))).toBe('picture')
  })
})

describe('what a section may be without', () => {
  test.each([
    ['carousel', 'slides', 'link', { text: 'Read on', url: '/terms' }, 'Remove link'],
    ['lead-form', 'contactInfo', 'contactInfo', { title: 'Call us' }, 'Remove contact'],
  ])(
    'given %s, %s, %s, then it can be taken away; never by one who only reads',
    (id, list, key, value, words) => {
      const part = schemaBelow(schemaBelow(sectionSchema(id), 'fields'), list)
      const schema = key === list ? part : schemaBelow(part?.items, key)
      const Editor = kindOf(schema) === 'inline' ? InlineEditor : GroupEditor
      const drawn = (readOnly: boolean, optional: boolean) =>
        renderToStaticMarkup(
          createElement(EditingForm, {
            editing: {
              edit: () => undefined,
              builtIn: () => undefined,
              read: () => undefined,
              removable: true,
              readOnly,
            },
            whole: undefined,
            problems: new Map(),
            // biome-ignore lint/correctness/noChildrenProp: without JSX
            children: createElement(Editor, { pointer: '/x', name: key, value, schema, optional }),
          }),
        )
      expect(drawn(false, true)).toContain(words)
      expect(drawn(false, false)).not.toContain('Remove')
      expect(drawn(true, true)).not.toContain('Remove')
    },
  )
})

describe('weights', () => {
  test('given any field of running text called "content", then it offers four (M-155)', () => {
    const offered = fields
      .filter(({ key, schema }) => key === 'content' && kindOf(schema) === 'weighted')
      .map(({ path, schema }) => [path, weightsOf(schema)])
    expect(offered.length).toBeGreaterThan(5)
    expect(offered).toEqual(offered.map(([path]) => [path, ['normal', 'bold', 'bolder', 'medium']]))
  })
})

describe('entries of a list', () => {
  const carousel = baseTemplate.pages[0]!.sections.find(({ id }) => id === 'carousel')!
  const { slides } = carousel.fields as { slides: { id: string; order: number }[] }

  test('given a text with a name in braces, then its field says what visitors read today', () => {
    const drawn = renderToStaticMarkup(
      createElement(EditingForm, {
        editing: {
          edit: () => undefined,
          builtIn: () => undefined,
          read: () => undefined,
          removable: true,
          readOnly: false,
        },
        whole: undefined,
        problems: new Map(),
        // biome-ignore lint/correctness/noChildrenProp: without JSX
        children: createElement(WordsField, {
          pointer: '/x',
          name: 'x',
          value: 'Live labs {labTimes}',
          schema: {},
        }),
      }),
    )
    expect(drawn).toContain('Visitors read {labTimes} as “every week”.')
    expect(drawn).not.toContain('{product} as')
  })

  test('given slides, then they are shown by their order and named by their words', () => {
    expect(asShown(slides).map(({ each }) => each.id)).toEqual(['item-1', 'item-3', 'item-2', 'item-4'])
    const schema = schemaBelow(schemaBelow(sectionSchema('carousel'), 'fields'), 'slides')
    expect(titleOf(slides[0], schema?.items)).toBe('Leadership that holds under load')
  })

  test('given slides in another order, then their numbers follow; entries without a number stay as they are', () => {
    const shown = asShown(slides).map(({ each }) => each)
    const moved = reordered([shown[1], shown[0], ...shown.slice(2)]) as typeof slides
    expect(moved.map(({ id, order }) => [id, order])).toEqual([
      ['item-3', 1],
      ['item-1', 2],
      ['item-2', 3],
      ['item-4', 4],
    ])
    expect(reordered(['b', 'a'])).toEqual(['b', 'a'])
  })
})

describe('the part of a picture that stays', () => {
  test('given pictures that are cut, then they alone have it, and the picture is placed by it', () => {
    const cut = fields.filter(({ key }) => key === 'focus').map(({ path }) => path)
    expect(cut).toEqual([
      'whitepaper.media.focus',
      'people.people[].media.focus',
      'certification-program.testimonials[].media.focus',
    ])
    expect(focusOf({ focus: 'top' })).toEqual({ 'object-position': 'top' })
    expect(ruleFor(focusOf({ focus: 'top' })!)?.rule).toContain('{object-position:top}')
    expect(focusOf({})).toBeUndefined()
  })
})

describe('colors', () => {
  test('given the fields that hold one, then they are those that saving looks at', () => {
    const held = fields.filter(({ schema }) => kindOf(schema) === 'colour').map(({ key }) => key)
    expect(held.length).toBeGreaterThan(5)
    expect([...new Set(held)].toSorted()).toEqual(colourFields.toSorted())
    const maps = fields.filter(({ schema }) => {
      const each = schema.additionalProperties
      return each !== undefined && each !== false && kindOf(each) === 'colour'
    })
    expect([...new Set(maps.map(({ key }) => key))]).toEqual(['colors'])
  })

  test.each([
    ['#FAF7F2', undefined],
    ['rebeccapurple', undefined],
    ['currentColor', undefined],
    ['linear-gradient(to top right, #fff 0%, teal 100%)', undefined],
    ['rgb(168 82 15)', undefined],
    ['blurple', 'blurple'],
    ['linear-gradient(90deg, #fff, blurple)', 'blurple'],
  ])('given %j, then the word that is no color is %j', (value, word) => {
    expect(unknownColour(value)).toBe(word)
  })

  test('given a color that is none, or a name in braces, then its field says so, and the server refuses it; stored content is still read', () => {
    const tree = structuredClone(baseTemplate)
    const section = tree.pages[0]!.sections.find(({ id }) => id === 'certification')!
    Object.assign(section.fields, { background: 'blurple' })
    const index = tree.pages[0]!.sections.indexOf(section)
    expect([...problemsOf(tree)]).toEqual([
      [`/pages/0/sections/${index}/fields/background`, 'Must be a color: no color is called "blurple".'],
    ])
    // Of what is wrong in two ways, the first is said: what a color looks like.
    Object.assign(section.fields, { background: 'url(https://evil.example)' })
    expect([...problemsOf(tree).values()]).toEqual(['Must be a color or a gradient of colors.'])
    Object.assign(section.fields, { background: '#fff', title: 'Labs {labTime}, {product}, {labTimes}' })
    expect([...problemsOf(tree)]).toEqual([
      [
        `/pages/0/sections/${index}/fields/title`,
        'Must not contain {labTime}: filled in here: {product}, {labTimes}.',
      ],
    ])
    Object.assign(section.fields, { background: 'blurple' })
    expect(saveContent.body?.safeParse(tree).success).toBe(false)
    expect(Tree.safeParse(tree).success).toBe(true)
  })

  test.each<[field: string, names: string[], change: (fields: never, text: string) => void]>([
    [
      'results',
      ['amount'],
      ({ promotion }: Fields<'results'>, text) => Object.assign(promotion, { title: text }),
    ],
    [
      'results',
      [],
      ({ promotion }: Fields<'results'>, text) => Object.assign(promotion, { description: text }),
    ],
    [
      'results',
      ['amount'],
      ({ shareSection }: Fields<'results'>, text) => Object.assign(shareSection, { message: text }),
    ],
    ['legal', ['email'], ({ questions }: Fields<'legal'>, text) => Object.assign(questions!, { text })],
    ['legal', [], ({ clauses }: Fields<'legal'>, text) => Object.assign(clauses[0]!, { paragraphs: [text] })],
  ])('%#: given a field of %s, then of the names of single fields it takes %j', (id, names, change) => {
    for (const name of ['product', 'labTimes', 'amount', 'email']) {
      const tree = structuredClone(baseTemplate)
      const section = tree.pages.flatMap(({ sections }) => sections).find((each) => each.id === id)!
      change(section.fields as never, `It is {${name}}.`)
      const isFilled = ['product', 'labTimes', ...names].includes(name)
      expect(saveContent.body?.safeParse(tree).success, name).toBe(isFilled)
    }
  })

  test('given a name in braces where the text is copied or shown as it is, then it is refused', () => {
    const refusedBy = (change: (fields: Fields<'certification-program'>) => void): string[] => {
      const tree = structuredClone(baseTemplate)
      const section = tree.pages
        .flatMap(({ sections }) => sections)
        .find((each) => each.id === 'certification-program')
      change(section?.fields as Fields<'certification-program'>)
      return [...problemsOf(tree).values()]
    }
    expect(
      refusedBy(({ syllabus }) => Object.assign(syllabus![0]!, { lab: '{labTimes} of {product}' })),
    ).toEqual(['Must not contain {labTimes}: filled in here: {product}.'])
    expect(refusedBy(({ syllabus }) => Object.assign(syllabus![0]!, { note: '{labTimes}' }))).toEqual([])
    expect(
      refusedBy(({ programOverview }) => Object.assign(programOverview, { duration: '{product}' })),
    ).toEqual(['Must not contain {product}: no name in braces is filled in here.'])
  })
})
