import { ExternalLink } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { type AddressForm, useAddressState } from '../../lib/address-state.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import styles from '../admin.module.css'
import type { Page } from '../api.ts'
import { useEditing, useProblem } from '../draft/draft-context.tsx'
import type { Draft } from '../draft/draft-state.ts'
import { naming } from '../draft/naming.ts'
import { below, type Pointer } from '../draft/pointer.ts'
import { same } from '../draft/three-way.ts'
import editorStyles from '../editors/editors.module.css'
import { FieldTarget, focusField } from '../editors/field-target.ts'
import { ValueEditor } from '../editors/value-editor.tsx'
import { ValueEditorContext } from '../editors/value-props.ts'
import { pagesPath } from '../frame/addresses.ts'
import { focusFirst } from '../parts/focus-first.ts'
import { siteAddress } from '../preview/site-address.ts'
import { AddSections } from './add-sections.tsx'
import { PageSection } from './page-section.tsx'
import { SampleNote } from './sample-note.tsx'
import { sectionMoved } from './section-order.ts'
import { WithDraft } from './with-draft.tsx'

/** The tab of one content page. */
export function ContentPages() {
  const { pathname } = useLocation()
  const route = decodeURI(pathname.slice(pathname.indexOf(pagesPath) + pagesPath.length))
  return <WithDraft>{(draft) => <ContentPage key={route} route={route} draft={draft} />}</WithDraft>
}

/** The unfolded sections in the address. */
const openForm: AddressForm<readonly string[]> = {
  read: (query) => query.get('open')?.split(',') ?? [],
  write: (open) => ({ open: open.join(',') }),
}

function ContentPage({ route, draft }: { route: string; draft: Draft }) {
  const [open, setOpen] = useAddressState(openForm)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: anew for each navigation
  const target = useMemo(
    () => (hash.startsWith('#/') ? { pointer: decodeURI(hash.slice(1)) } : undefined),
    [key],
  )
  // A link to a section or field focuses it, once the dialog that contained the link has closed and returned the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation
  useEffect(() => {
    if (hash === '') return
    if (target) return focusField(target.pointer)
    const timer = window.setTimeout(() => focusFirst(hash.slice(1)), 300)
    return () => window.clearTimeout(timer)
  }, [key])
  const { pages } = draft.history.present
  const index = pages.findIndex((page) => page.route === route)
  const page = pages[index]
  if (page === undefined) return null
  return (
    <FieldTarget value={target}>
      <PageEditor
        page={page}
        saved={draft.base.pages.find((saved) => saved.route === route)}
        pointer={below('/pages', index)}
        open={new Set(open)}
        onToggle={(sections, opened) => {
          const others = open.filter((id) => !sections.includes(id))
          setOpen(opened ? [...others, ...sections] : others)
        }}
      />
    </FieldTarget>
  )
}

interface PageEditorProps {
  page: Page
  /** The saved page, to highlight changes. */
  saved: Page | undefined
  pointer: Pointer
  /** Ids of the sections that are unfolded. */
  open: ReadonlySet<string>
  onToggle: (sections: readonly string[], open: boolean) => void
}

/** One content page: title, description for search engines, and sections. */
function PageEditor({ page, saved, pointer, open, onToggle }: PageEditorProps) {
  const all = page.sections.map(({ id }) => id)
  const latest = useRef(onToggle)
  latest.current = onToggle
  // A stable function, so that only the changed section renders again.
  const toggle = useCallback<PageEditorProps['onToggle']>((ids, opened) => latest.current(ids, opened), [])
  const someClosed = all.some((id) => !open.has(id))
  return (
    <ValueEditorContext value={ValueEditor}>
      <header className={styles.pageHead}>
        <h2>{page.route}</h2>
        <a className={styles.view} href={siteAddress(page.route)} target="_blank" rel="noreferrer">
          Open the page<span className="visually-hidden"> in a new tab</span>
          <ExternalLink aria-hidden="true" strokeWidth={1.5} />
        </a>
        <Button variant="quiet" size="small" onClick={() => onToggle(all, someClosed)}>
          {someClosed ? 'Open all sections' : 'Close all sections'}
        </Button>
      </header>
      <SampleNote pages={[page]} />
      <PageFields page={page} pointer={pointer} />
      <div className={editorStyles.sections}>
        {page.sections.map((section, index) => (
          <PageSection
            key={section.id}
            section={section}
            route={page.route}
            list={below(pointer, 'sections')}
            index={index}
            canMoveUp={sectionMoved(page.route, page.sections, index, -1) !== undefined}
            canMoveDown={sectionMoved(page.route, page.sections, index, 1) !== undefined}
            changed={
              !same(
                section,
                saved?.sections.find(({ id }) => id === section.id),
              )
            }
            open={open.has(section.id)}
            onToggle={toggle}
          />
        ))}
      </div>
      <AddSections page={page} pointer={pointer} onAdded={(id) => onToggle([id], true)} />
    </ValueEditorContext>
  )
}

function PageFields({ page, pointer }: { page: Page; pointer: Pointer }) {
  const { edit, readOnly } = useEditing()
  const place = (name: string): Pointer => below(pointer, name)
  const titleProblem = useProblem(place('title'))
  const descriptionProblem = useProblem(place('description'))
  return (
    <div className={editorStyles.pageFields} data-at={pointer}>
      <div data-at={place('title')}>
        <Field
          label="Page title"
          value={page.title}
          readOnly={readOnly}
          error={naming('Page title', titleProblem)}
          onChange={(event) => edit(place('title'), event.target.value)}
        />
      </div>
      <div data-at={place('description')}>
        <TextArea
          label="Description for search results and previews"
          rows={2}
          value={page.description ?? ''}
          readOnly={readOnly}
          error={naming('Description', descriptionProblem)}
          aside={`${(page.description ?? '').length}/320`}
          onChange={(event) => edit(place('description'), event.target.value || undefined)}
        />
      </div>
    </div>
  )
}
