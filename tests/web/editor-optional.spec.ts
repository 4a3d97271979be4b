import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { staffKey } from '../../apps/web/src/lib/answers.ts'
import type { Tree } from '../../apps/web/src/staff/api.ts'
import { EditingForm } from '../../apps/web/src/staff/draft/draft-context.tsx'
import type { Schema } from '../../apps/web/src/staff/draft/schema.ts'
import { Fields } from '../../apps/web/src/staff/editors/group-editor.tsx'
import { SectionFields } from '../../apps/web/src/staff/editors/section-fields.tsx'
import { WeightSelect } from '../../apps/web/src/staff/editors/text-fields.tsx'
import { ValueEditor } from '../../apps/web/src/staff/editors/value-editor.tsx'
import { ValueEditorContext } from '../../apps/web/src/staff/editors/value-props.ts'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'

const schema: Schema = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', title: 'Title' },
    tone: { type: 'string', title: 'Tone', enum: ['warm', 'cold'] },
    link: {
      type: 'object',
      title: 'Link',
      control: 'inline',
      properties: { text: { type: 'string', title: 'Link text' } },
      required: ['text'],
    },
  },
}

/** The fields of the value as an editor sees them. */
function drawn(
  value: Record<string, unknown>,
  may: { readOnly?: boolean; removable: boolean },
  fields: ReactNode = createElement(Fields, { pointer: '', value, schema }),
  client = new QueryClient(),
): string {
  const editing = {
    edit: () => undefined,
    readOnly: false,
    builtIn: () => undefined,
    read: () => value,
    ...may,
  }
  return renderToStaticMarkup(
    createElement(
      QueryClientProvider,
      { client },
      createElement(
        ValueEditorContext,
        { value: ValueEditor },
        EditingForm({ editing, whole: value, problems: new Map(), children: fields }),
      ),
    ),
  )
}

test.each([
  ['carousel', '>Slides appear by their order, 1 to 10. '],
  ['about-hero', '>Heading</legend>'],
  ['hero', '>Heading</legend>'],
  ['mission-vision', '>Two cards that flip: the first is the mission, the second the vision.<'],
  ['lead-form', '>Words above the form</legend>'],
  ['ideation-reality', '>Steps</legend>'],
  ['certification-questionnaire', '>Questions</legend>'],
  ['book', '>Button text<'],
])('given a section %s, then it has the editor of its id (M-153)', (id, part) => {
  const sections = (baseTemplate as Tree).pages.flatMap((page) => page.sections)
  const stored: unknown = sections.find((section) => section.id === id)?.fields
  const fields = (stored ?? { title: 'T', content: [{ text: 'x' }] }) as Record<string, unknown>
  const props = { id, fields, pointer: '/pages/0/sections/0' }
  expect(drawn(fields, { removable: true }, createElement(SectionFields, props))).toContain(part)
})

test('given a price in the content that is not the one sold, then the editor of that section is warned, and of no other (M-300)', () => {
  const client = new QueryClient()
  const sent = { params: { type: 'certification_program' } }
  const products = [{ price: '2400.00', currency: 'usd' }]
  client.setQueryData([staffKey, '/api/products/type/:type', sent], { products })
  const shown = (id: string): string => {
    const sections = (baseTemplate as Tree).pages.flatMap((page) => page.sections)
    const fields = sections.find((section) => section.id === id)?.fields as Record<string, unknown>
    const props = { id, fields, pointer: '/pages/0/sections/0' }
    return drawn(fields, { removable: true }, createElement(SectionFields, props), client)
  }
  expect(shown('certification-program')).toContain('The program is sold at $2,400.00')
  expect(shown('calculator')).not.toContain('sold at')
})

test('given a weight that is stored and not offered any more, then it is shown as it is (M-155)', () => {
  const props = { label: 'Text', weights: ['normal', 'bold'], onChange: () => undefined }
  const options = (value: string) => renderToStaticMarkup(createElement(WeightSelect, { ...props, value }))
  expect(options('light')).toContain('<option selected="">light</option>')
  expect(options('bold')).not.toContain('light')
})

describe('optional parts', () => {
  const whole = { title: 'T', tone: 'warm', link: { text: 'Go' } }

  test('given content, then each can be taken away, one among other fields too', () => {
    const html = drawn(whole, { removable: true })
    expect(html).toContain('Link text')
    expect(html).toContain('Remove link')
    expect(html).toContain('as designed')
    expect(drawn({ title: 'T' }, { removable: true })).toContain('Add link')
    expect(drawn(whole, { removable: true, readOnly: true })).not.toContain('Remove link')
  })

  test('given settings, which have a default for each part, then none can be taken away or added', () => {
    const html = drawn(whole, { removable: false })
    expect(html).toContain('warm')
    expect(html).not.toMatch(/as designed|Remove|Add/)
    expect(drawn({ title: 'T' }, { removable: false })).not.toContain('Add')
  })
})
