import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { type AddressForm, useAddressState } from '../../lib/address-state.ts'
import { Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import type { Draft } from '../draft/draft-state.ts'
import { below } from '../draft/pointer.ts'
import { pagesPath } from '../frame/addresses.ts'
import { useUnsavedWork } from '../frame/unsaved-work.ts'
import { Trouble } from '../parts/loading-states.tsx'
import { PageEditor } from './page-editor.tsx'

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
  const { pages } = draft.history.present
  const index = pages.findIndex((page) => page.route === route)
  const page = pages[index]
  if (page === undefined) return null
  return (
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
  )
}

/** Renders its children with the loaded content, else a placeholder or the error. */
export function WithDraft({ children }: { children: (draft: Draft) => ReactNode }) {
  const { content } = useUnsavedWork()
  if (content.draft) return children(content.draft)
  if (content.problem === undefined) {
    return (
      <div aria-busy="true" className={styles.stack}>
        <span className="visually-hidden">Loading content...</span>
        <Skeleton shape="title" />
        <Skeleton shape="block" />
      </div>
    )
  }
  return (
    <Trouble title={content.problem} onRetry={() => void content.reload()}>
      Nothing can be edited until it is loaded.
    </Trouble>
  )
}
