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
 * Adds a section of the editor's own, and whatever the page was stored without: a page of an older edition lacks what has
 * become a section since, and visitors see the built-in one.
 */
export function AddSections({ page, pointer, onAdded }: AddSectionsProps) {
  const { edit, readOnly, builtIn } = useEditing()
  const [added, setAdded] = useState<{ id: string }>()
  // The keyboard goes on at what the button brought, and that comes into view.
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

/** What visitors see in place of sections that are not stored. The built-in people are invented: nobody sees those. */
export function absentWords(absent: readonly { id: string }[]): string {
  const nothingFor = (sections: readonly { id: string }[]): string =>
    `Nothing is stored for ${sections.map(({ id }) => inSentence(sectionName(id))).join(', ')}`
  const replaced = absent.filter(({ id }) => id !== 'people')
  return [
    replaced.length === 0 ? [] : `${nothingFor(replaced)}, so visitors see what is built in.`,
    replaced.length === absent.length
      ? []
      : `${nothingFor([{ id: 'people' }])}, so visitors see nobody. What is added begins with invented examples.`,
  ]
    .flat()
    .join(' ')
}
