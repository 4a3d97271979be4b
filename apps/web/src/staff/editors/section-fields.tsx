import type { listProducts } from '#modules/commerce/contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import { money } from '../../lib/format.ts'
import { Notice } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import { below, type Pointer } from '../draft/pointer.ts'
import { absentKeys, orderedKeys, type Schema, schemaBelow, sectionSchema } from '../draft/schema.ts'
import { Group } from '../parts/group.tsx'
import { Fields } from './group-editor.tsx'

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
      { legend: 'Voices and answers', keys: ['outcome', 'testimonials', 'faqs'] },
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

/** Warns an editor when the price in the content is not the one that the server sells at. */
function PriceNote({ shown }: { shown: unknown }) {
  const sold = useAnswer<typeof listProducts>('/api/products/type/:type', {
    params: { type: 'certification_program' },
  }).data?.products[0]
  const warning = sold ? priceWarning(shown, sold) : undefined
  return warning ? (
    <Notice tone="warn" announce>
      <p>{warning}</p>
    </Notice>
  ) : null
}

/** The sentence for a content price that differs from the product's; undefined when they agree. */
export function priceWarning(
  shown: unknown,
  { price, currency }: { price: string; currency: string },
): string | undefined {
  const text = typeof shown === 'string' ? shown : ''
  const amount = /\d/.test(text) ? Number(text.replace(/[^\d.]/g, '')) : Number.NaN
  if (amount === Number(price)) return undefined
  return `The program is sold at ${money(price, currency)}, which is what visitors see and pay. The price entered here (${text || 'none'}) is shown only until the server has answered. Please enter the same price.`
}
