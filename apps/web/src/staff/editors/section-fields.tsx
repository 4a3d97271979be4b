import styles from '../admin.module.css'
import { below, type Pointer } from '../draft/pointer.ts'
import { absentKeys, orderedKeys, type Schema, schemaBelow, sectionSchema } from '../draft/schema.ts'
import { Group } from '../parts/group.tsx'
import { Fields } from './group-editor.tsx'
import { PriceNote } from './price-note.tsx'

interface Layout {
  /** A note about the whole section. */
  note?: string
  /** Groups of fields under headings, in reading order. */
  parts?: readonly { legend: string; keys: readonly string[] }[]
}

const hero: Layout = { parts: [{ legend: 'Heading', keys: ['title'] }] }

/** `hero` is specified (M-153), although no section has this id. Other sections show their fields in the order of the schema. */
const layouts: Record<string, Layout> = {
  carousel: {
    note: 'Slides appear by their order, 1 to 10. Each has a title with underlined words, and pictures for wide and narrow windows.',
  },
  'about-hero': hero,
  hero,
  'mission-vision': { note: 'Two cards that flip: the first is the mission, the second the vision.' },
  'lead-form': {
    parts: [
      { legend: 'Words above the form', keys: ['title', 'subtitle'] },
      { legend: 'Form', keys: ['buttonText', 'background'] },
    ],
  },
  'certification-program': {
    parts: [
      { legend: 'First screen', keys: ['title', 'subtitle', 'description', 'nextCohort'] },
      { legend: 'Program', keys: ['programOverview', 'programBenefits'] },
      { legend: 'Price', keys: ['enrollment'] },
      { legend: 'Voices and answers', keys: ['testimonials', 'faqs'] },
    ],
  },
}

interface SectionProps {
  id: string
  pointer: Pointer
  fields: Record<string, unknown>
}

/** The editor of a section: its fields by their schema, in named groups where `layouts` has some. */
export function SectionFields({ id, pointer, fields }: SectionProps) {
  const schema: Schema | undefined = schemaBelow(sectionSchema(id), 'fields')
  const { note, parts = [] } = layouts[id] ?? {}
  const named = new Set(parts.flatMap(({ keys }) => keys))
  const rest = [...orderedKeys(schema, fields), ...absentKeys(schema, fields)].filter(
    (key) => !named.has(key),
  )
  const place = below(pointer, 'fields')
  return (
    <>
      {note ? <p className={styles.note}>{note}</p> : null}
      {id === 'certification-program' ? (
        <PriceNote shown={(fields.enrollment as { price?: unknown } | undefined)?.price} />
      ) : null}
      {parts.map(({ legend, keys }) => (
        <Group key={legend} legend={legend}>
          <Fields pointer={place} value={fields} schema={schema} keys={keys} />
        </Group>
      ))}
      {rest.length > 0 ? <Fields pointer={place} value={fields} schema={schema} keys={rest} /> : null}
    </>
  )
}
