import { ArrowDown, ArrowUp, ChevronDown, Eye, EyeOff, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { isAdded } from '#modules/content/contract-sections.ts'
import { Badge } from '../../ui/surface.tsx'
import type { Page } from '../api.ts'
import { useEditing, useProblemCount } from '../draft/draft-context.tsx'
import { sectionName } from '../draft/place-words.ts'
import { below, type Pointer } from '../draft/pointer.ts'
import { schemaBelow, sectionSchema, titleOf } from '../draft/schema.ts'
import editorStyles from '../editors/editors.module.css'
import { SectionFields } from '../editors/section-fields.tsx'
import { focusFirst } from '../parts/focus-first.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { isHideable, isMovable, sectionMoved } from './section-order.ts'

interface PageSectionProps {
  section: Page['sections'][number]
  route: string
  /** The pointer of the page's list of sections, and the index in it. */
  list: Pointer
  index: number
  /** Where it can be moved. */
  canMoveUp: boolean
  canMoveDown: boolean
  changed: boolean
  open: boolean
  onToggle: (sections: readonly string[], open: boolean) => void
}

/** The id of the button that folds a section. */
export const foldId = (section: string): string => `fold-section-${section}`

/** One section of a page: its name and title, and its fields when unfolded. */
export const PageSection = memo(function PageSection(props: PageSectionProps) {
  const { section, list, index, changed, open, onToggle } = props
  const pointer = below(list, index)
  const problems = useProblemCount(pointer)
  const id = `section-${section.id}`
  const words = titleOf(section.fields, schemaBelow(sectionSchema(section.id), 'fields'))
  return (
    <section
      className={editorStyles.section}
      aria-label={isAdded(section.id) ? words || sectionName(section.id) : sectionName(section.id)}
      data-hidden={section.hidden || undefined}
      data-section-id={section.id}
      data-at={pointer}
    >
      <div className={editorStyles.entryHead}>
        <h3 className={editorStyles.sectionHead}>
          <button
            type="button"
            id={foldId(section.id)}
            className={editorStyles.fold}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => onToggle([section.id], !open)}
          >
            <ChevronDown aria-hidden="true" strokeWidth={1.5} />
            <span className={editorStyles.sectionName}>{sectionName(section.id)}</span>
            <span className={editorStyles.excerpt}>{words}</span>
            {section.hidden ? (
              <Badge tone="info" icon={EyeOff}>
                hidden
              </Badge>
            ) : null}
            {problems > 0 ? <Badge tone="bad">{problems} to fix</Badge> : null}
            {changed ? <Badge tone="warn">changed</Badge> : null}
          </button>
        </h3>
        <SectionTools {...props} />
      </div>
      <div id={id} hidden={!open} className={editorStyles.sectionBody}>
        {open ? (
          <SectionFields
            id={section.id}
            pointer={pointer}
            fields={section.fields as Record<string, unknown>}
          />
        ) : null}
      </div>
    </section>
  )
})

/** Moves, hides and removes a section, as far as the page allows. */
function SectionTools({ section, route, list, index, canMoveUp, canMoveDown }: PageSectionProps) {
  const { edit, readOnly, read } = useEditing()
  if (readOnly || !isMovable(route, section.id)) return null
  const name = sectionName(section.id)
  const directions = [
    { by: -1, word: 'up', icon: <ArrowUp />, possible: canMoveUp },
    { by: 1, word: 'down', icon: <ArrowDown />, possible: canMoveDown },
  ] as const
  const idOf = (word: string): string => `${word}-section-${section.id}`
  return (
    <span className={editorStyles.entryTools}>
      {isHideable(route, section.id) ? (
        <IconButton
          label={section.hidden ? `Show ${name} to visitors` : `Hide ${name} from visitors`}
          onClick={() => edit(below(below(list, index), 'hidden'), section.hidden ? undefined : true)}
        >
          {section.hidden ? <Eye /> : <EyeOff />}
        </IconButton>
      ) : null}
      {directions.map((direction) => (
        <IconButton
          key={direction.word}
          id={idOf(direction.word)}
          label={`Move ${name} ${direction.word}`}
          disabled={!direction.possible}
          onClick={() => {
            // Reads the current list: other sections may have changed since this render.
            const moved = sectionMoved(route, read(list) as Page['sections'], index, direction.by)
            if (moved === undefined) return
            edit(list, moved)
            // The focus stays on the moved section, at a button that is still enabled.
            focusFirst(idOf(direction.word), idOf(direction.by < 0 ? 'down' : 'up'))
          }}
        >
          {direction.icon}
        </IconButton>
      ))}
      {isAdded(section.id) ? (
        <IconButton
          label={`Remove ${name}`}
          onClick={() => {
            const sections = read(list) as Page['sections']
            edit(below(list, index), undefined)
            const beside = sections[index + 1] ?? sections[index - 1]
            if (beside) focusFirst(foldId(beside.id))
          }}
        >
          <Trash2 />
        </IconButton>
      ) : null}
    </span>
  )
}
