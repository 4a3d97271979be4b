import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { sectionAdded } from '../../lib/section-added.ts'
import { Button } from '../../ui/button.tsx'
import type { Page } from '../api.ts'
import { useEditing } from '../draft/draft-context.tsx'
import { sectionName } from '../draft/place-words.ts'
import { below, type Pointer } from '../draft/pointer.ts'
import { inSentence } from '../draft/schema.ts'
import editorStyles from '../editors/editors.module.css'
import { newSection } from './section-order.ts'

interface AddSectionsProps {
  page: Page
  pointer: Pointer
  /** Opens the section that was just added. */
  onAdded: (id: string) => void
}

/**
 * Adds a custom section, or a built-in section that the stored page lacks: a page from an older release has no section that
 * was introduced since, and visitors see the built-in one.
 */
export function AddSections({ page, pointer, onAdded }: AddSectionsProps) {
  const { edit, readOnly, builtIn } = useEditing()
  const [added, setAdded] = useState<{ id: string }>()
  // Focuses the added section, which also scrolls it into view.
  useEffect(() => {
    if (added !== undefined)
      document.querySelector<HTMLElement>(`[aria-controls="section-${added.id}"]`)?.focus()
  }, [added])
  const whole = builtIn(pointer) as Page | undefined
  const absent = whole?.sections.filter(({ id }) => !page.sections.some((section) => section.id === id)) ?? []
  if (readOnly) return null
  const add = (section: Page['sections'][number], known: Page['sections']): void => {
    edit(
      below(pointer, 'sections'),
      known.length > 0 ? sectionAdded(page.sections, known, section) : [...page.sections, section],
    )
    onAdded(section.id)
    setAdded({ id: section.id })
  }
  return (
    <div className={editorStyles.adds}>
      {page.sections.length >= 20 ? null : (
        <Button
          variant="secondary"
          size="small"
          icon={<Plus aria-hidden="true" />}
          onClick={() => add(newSection(), [])}
        >
          Add a section
        </Button>
      )}
      {absent.map((section) => (
        <Button
          key={section.id}
          variant="quiet"
          size="small"
          icon={<Plus aria-hidden="true" />}
          onClick={() => add(section, whole?.sections ?? [])}
        >
          Add {inSentence(sectionName(section.id))}
        </Button>
      ))}
      {absent.length === 0 ? null : <p className={editorStyles.addsNote}>{absentWords(absent)}</p>}
    </div>
  )
}

/** What visitors see in place of sections that are not stored. The built-in people are invented and never shown. */
export function absentWords(absent: readonly { id: string }[]): string {
  const nothingFor = (sections: readonly { id: string }[]): string =>
    `No content is stored for ${sections.map(({ id }) => inSentence(sectionName(id))).join(', ')}`
  const replaced = absent.filter(({ id }) => id !== 'people')
  return [
    replaced.length === 0 ? [] : `${nothingFor(replaced)}, so visitors see the built-in content.`,
    replaced.length === absent.length
      ? []
      : `${nothingFor([{ id: 'people' }])}, so visitors see no people. The added section starts with invented examples.`,
  ]
    .flat()
    .join(' ')
}
