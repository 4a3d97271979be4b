import { Button } from '../../ui/button.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import { PageEditor } from '../content/page-editor.tsx'
import type { ContentDesk } from '../content/use-content.ts'
import { below } from '../draft/pointer.ts'
import type { DeskTab } from './desk-tabs.tsx'

/** One tab per content page, labelled by its route. */
export function contentTabs(
  desk: ContentDesk,
  open: ReadonlySet<string>,
  onToggle: (sections: readonly string[], open: boolean) => void,
): DeskTab[] {
  const { draft } = desk
  return (draft?.history.present.pages ?? []).map((page, index) => {
    const saved = draft?.base.pages.find(({ route }) => route === page.route)
    return {
      id: page.route,
      label: page.route,
      marked: saved !== page,
      content: (
        <PageEditor
          key={page.route}
          page={page}
          saved={saved}
          pointer={below('/pages', index)}
          open={open}
          onToggle={onToggle}
        />
      ),
    }
  })
}

/** In place of the pages while they are on their way, or when they cannot be had. */
export function ContentNotice({ desk }: { desk: ContentDesk }) {
  if (desk.problem === undefined) {
    return (
      <div aria-busy="true" className={styles.stack}>
        <span className="visually-hidden">Loading content...</span>
        <Skeleton shape="title" />
        <Skeleton shape="block" />
      </div>
    )
  }
  return (
    <Notice
      tone="bad"
      title={desk.problem}
      announce
      actions={
        <Button size="small" variant="secondary" onClick={() => void desk.reload()}>
          Try again
        </Button>
      }
    >
      Nothing can be edited until it is loaded.
    </Notice>
  )
}
