import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { EditingForm } from '../../apps/web/src/staff/draft/draft-context.tsx'
import type { Schema } from '../../apps/web/src/staff/draft/schema.ts'
import { Fields } from '../../apps/web/src/staff/editors/group-editor.tsx'
import { ValueEditor } from '../../apps/web/src/staff/editors/value-editor.tsx'
import { ValueEditorContext } from '../../apps/web/src/staff/editors/value-props.ts'

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
      properties: { text: { type: 'string', title: 'Words of the link' } },
      required: ['text'],
    },
  },
}

/** The fields of the value as an editor sees them. */
function drawn(value: Record<string, unknown>, may: { readOnly?: boolean; removable: boolean }): string {
  const editing = {
    edit: () => undefined,
    readOnly: false,
    builtIn: () => undefined,
    read: () => value,
    ...may,
  }
  return renderToStaticMarkup(
    createElement(
      ValueEditorContext,
      { value: ValueEditor },
      EditingForm({
        editing,
        whole: value,
        problems: new Map(),
        children: createElement(Fields, { pointer: '', value, schema }),
      }),
    ),
  )
}

describe('optional parts', () => {
  const whole = { title: 'T', tone: 'warm', link: { text: 'Go' } }

  test('given content, then each can be taken away, one that stands among other fields too', () => {
    const html = drawn(whole, { removable: true })
    expect(html).toContain('Words of the link')
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
