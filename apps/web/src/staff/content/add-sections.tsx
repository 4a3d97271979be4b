import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { Page } from '../api.ts'
import { useEditing } from '../draft/draft-context.tsx'
import { sectionName } from '../draft/place-words.ts'
import { below, type Pointer } from '../draft/pointer.ts'
import { inSentence } from '../draft/schema.ts'
import { sectionAdded } from '../draft/section-added.ts'
import editorStyles from '../editors/editors.module.css'

interface AddSectionsProps {
  page: Page
  pointer: Pointer
  /** Opens the section that was just added. */
  onAdded: (id: string) => void
}

/** A page stored by an older edition lacks what has become a section since: visitors see the built-in one. */
export function AddSections({ page, pointer, onAdded }: AddSectionsProps) {
  const { edit, readOnly, builtIn } = useEditing()
  const [added, setAdded] = useState<{ id: string }>()
  // The button that was pressed is gone: the keyboard goes on at what it brought.
  useEffect(() => {
    if (added !== undefined)
      document.querySelector<HTMLElement>(`[aria-controls="section-${added.id}"]`)?.focus()
  }, [added])
  const whole = builtIn(pointer) as Page | undefined
  const absent = whole?.sections.filter(({ id }) => !page.sections.some((section) => section.id === id)) ?? []
  if (readOnly || whole === undefined || absent.length === 0) return null
  return (
    <div className={editorStyles.adds}>
      {absent.map((section) => (
        <Button
          key={section.id}
          variant="quiet"
          size="small"
          icon={<Plus aria-hidden="true" />}
          onClick={() => {
            edit(below(pointer, 'sections'), sectionAdded(page.sections, whole.sections, section))
            onAdded(section.id)
            setAdded({ id: section.id })
          }}
        >
          Add {inSentence(sectionName(section.id))}
        </Button>
      ))}
      <p className={editorStyles.addsNote}>
        Nothing is stored for {absent.map(({ id }) => inSentence(sectionName(id))).join(', ')}, so visitors
        see what is built in.
      </p>
    </div>
  )
}
