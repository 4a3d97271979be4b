import { useLocation } from 'react-router-dom'
import { type AddressForm, useAddressState } from '../../lib/address-state.ts'
import type { Draft } from '../draft/draft-state.ts'
import { below } from '../draft/pointer.ts'
import { pagesPath } from '../frame/addresses.ts'
import { PageEditor } from './page-editor.tsx'
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
