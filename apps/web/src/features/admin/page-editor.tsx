import { ChevronDown } from 'lucide-react'
import type { Page, Section } from '#modules/content/base-template/shapes.ts'
import { Field } from '../../ui/field.tsx'
import styles from './admin.module.css'
import { labelOf } from './field-kinds.ts'
import { ValueEditor } from './value-editor.tsx'

/** What a section is called, by its id; any other id is edited in the same way under its own name. */
const names: Record<string, string> = {
  carousel: 'Carousel',
  'about-hero': 'Hero',
  hero: 'Hero',
  'mission-vision': 'Mission and vision',
  'lead-form': 'Lead form',
  'ideation-reality': 'Timeline',
  'certification-questionnaire': 'Questionnaire',
  'certification-program': 'Program details',
}

export interface PageEditorProps {
  page: Page
  onChange: (page: Page) => void
  isOpen: (section: string) => boolean
  onToggle: (section: string) => void
}

/** The title of a page and its sections, each of which folds. */
export function PageEditor({ page, onChange, isOpen, onToggle }: PageEditorProps) {
  function put(index: number, fields: unknown): void {
    const sections = page.sections.map((section, at) =>
      at === index ? ({ ...section, fields } as Section) : section,
    )
    onChange({ ...page, sections })
  }
  return (
    <div className={styles.page}>
      <Field
        label="Page title"
        value={page.title}
        onChange={(event) => onChange({ ...page, title: event.target.value })}
      />
      {page.sections.map((section, index) => {
        const open = isOpen(section.id)
        const id = `section-${page.route.slice(1)}-${section.id}`
        return (
          <section key={section.id} className={styles.section}>
            <h2>
              <button
                type="button"
                className={styles.fold}
                aria-expanded={open}
                aria-controls={id}
                onClick={() => onToggle(section.id)}
              >
                <span>
                  {names[section.id] ?? labelOf(section.id)} <code>{section.id}</code>
                </span>
                <ChevronDown aria-hidden="true" strokeWidth={1.5} />
              </button>
            </h2>
            {open ? (
              <div id={id} className={styles.fields}>
                {Object.entries(section.fields).map(([name, value]) => (
                  <ValueEditor
                    key={name}
                    path={[name]}
                    value={value}
                    onChange={(next) => put(index, { ...section.fields, [name]: next })}
                  />
                ))}
              </div>
            ) : null}
          </section>
        )
      })}
    </div>
  )
}
