import type { ReactNode } from 'react'
import type { SectionId } from '#modules/content/contract.ts'
import styles from '../admin.module.css'
import { below, type Pointer } from '../draft/pointer.ts'
import { absentKeys, fieldsSchema, orderedKeys, type Schema, schemaBelow } from '../draft/schema.ts'
import { Group } from '../parts/group.tsx'
import { Fields } from './group-editor.tsx'
import { PriceNote } from './price-note.tsx'
import { useValueEditor } from './value-props.ts'

export interface SectionProps {
  /** The place of the section's fields. */
  pointer: Pointer
  fields: Record<string, unknown>
  schema: Schema
}

/** Fields under a heading, in the order of a page as it is read. */
interface Part {
  legend: string
  keys: readonly string[]
}

/** The fields of a section in named parts; what no part names comes last, so that nothing is out of reach. */
function Parts({ pointer, fields, schema, parts }: SectionProps & { parts: readonly Part[] }) {
  const named = new Set(parts.flatMap(({ keys }) => keys))
  const rest = [...orderedKeys(schema, fields), ...absentKeys(schema, fields)].filter(
    (key) => !named.has(key),
  )
  return (
    <>
      {parts.map(({ legend, keys }) => (
        <Group key={legend} legend={legend}>
          <Fields pointer={pointer} value={fields} schema={schema} keys={keys} />
        </Group>
      ))}
      {rest.length > 0 ? <Fields pointer={pointer} value={fields} schema={schema} keys={rest} /> : null}
    </>
  )
}

/** One field without a frame of its own, for lists and groups that bring theirs. */
function Part({ pointer, fields, schema, name }: SectionProps & { name: string }) {
  const Value = useValueEditor()
  if (!(name in fields)) return null
  return (
    <Value
      pointer={below(pointer, name)}
      name={name}
      value={fields[name]}
      schema={schemaBelow(schema, name)}
    />
  )
}

function CarouselEditor(props: SectionProps) {
  return (
    <>
      <p className={styles.note}>
        Slides appear by their order, 1 to 10. Each has title lines with a weight, a highlight that is
        underlined where its words occur, and pictures for wide and narrow screens.
      </p>
      <Part {...props} name="slides" />
      <Fields {...props} value={props.fields} keys={['autoplaySeconds']} />
    </>
  )
}

function HeroEditor(props: SectionProps) {
  return <Parts {...props} parts={[{ legend: 'Heading', keys: ['title'] }]} />
}

function MissionVisionEditor(props: SectionProps) {
  return (
    <>
      <p className={styles.note}>Two cards that flip: the first is the mission, the second the vision.</p>
      <Part {...props} name="cards" />
      <Fields {...props} value={props.fields} keys={['ctaSection']} />
    </>
  )
}

function LeadFormEditor(props: SectionProps) {
  return (
    <Parts
      {...props}
      parts={[
        { legend: 'Words above the form', keys: ['title', 'subtitle'] },
        { legend: 'Form', keys: ['buttonText', 'background'] },
      ]}
    />
  )
}

function TimelineEditor(props: SectionProps) {
  return (
    <>
      <Fields {...props} value={props.fields} keys={['title', 'subtitle']} />
      <Part {...props} name="timelineItems" />
      <Part {...props} name="pathImages" />
    </>
  )
}

function QuestionnaireEditor(props: SectionProps) {
  return (
    <>
      <Fields {...props} value={props.fields} keys={['title', 'subtitle']} />
      <Part {...props} name="questions" />
      <Part {...props} name="navigation" />
      <Part {...props} name="colors" />
    </>
  )
}

function ProgramEditor(props: SectionProps) {
  return (
    <>
      <PriceNote shown={(props.fields.enrollment as { price?: unknown } | undefined)?.price} />
      <Parts
        {...props}
        parts={[
          { legend: 'First screen', keys: ['title', 'subtitle', 'description', 'nextCohort'] },
          { legend: 'Program', keys: ['programOverview', 'programBenefits'] },
          { legend: 'Price', keys: ['enrollment'] },
          { legend: 'Voices and answers', keys: ['testimonials', 'faqs'] },
        ]}
      />
    </>
  )
}

/** Every other section: its fields in the order of the schema. */
function GenericEditor(props: SectionProps) {
  return <Fields pointer={props.pointer} value={props.fields} schema={props.schema} />
}

/** `hero` is specified (M-153) though the schemas know no such section. */
const editors: Partial<Record<SectionId | 'hero', (props: SectionProps) => ReactNode>> = {
  carousel: CarouselEditor,
  'about-hero': HeroEditor,
  hero: HeroEditor,
  'mission-vision': MissionVisionEditor,
  'lead-form': LeadFormEditor,
  'ideation-reality': TimelineEditor,
  'certification-questionnaire': QuestionnaireEditor,
  'certification-program': ProgramEditor,
}

/** The editor of a section, chosen by its id. */
export function SectionFields({ id, pointer, fields }: { id: string; pointer: Pointer; fields: unknown }) {
  const Editor = editors[id as SectionId] ?? GenericEditor
  return (
    <Editor
      pointer={below(pointer, 'fields')}
      fields={fields as Record<string, unknown>}
      schema={fieldsSchema(id)}
    />
  )
}
