import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Notice, Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import { loadVersion, loadVersions, restoreTree, type Tree, type VersionRow } from '../api.ts'
import type { Draft } from '../draft/draft-state.ts'
import { conflictsOf } from '../draft/three-way.ts'
import { useMayEdit } from '../frame/staff-member.ts'
import { useUnsavedWork } from '../frame/unsaved-work.ts'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import tableStyles from '../parts/table.module.css'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { WithDraft } from './content-pages.tsx'
import { DifferenceList } from './difference-list.tsx'
import { actionMessage } from './save-message.ts'
import { TreeFile } from './tree-file.tsx'

const kinds: Record<string, string> = {
  template: 'Base template',
  save: 'Saved',
  reset: 'Reset',
  publish: 'Published',
  restore: 'Restored',
  receive: 'Received',
}

/** Everything that was ever saved, newest first; an old version comes back as a new one. */
export function VersionsPanel() {
  return <WithDraft>{(draft) => <Versions draft={draft} />}</WithDraft>
}

function Versions({ draft: { base: current, version, history } }: { draft: Draft }) {
  const mayRestore = useMayEdit()
  const { dirty, reload } = useUnsavedWork().content
  const [chosen, setChosen] = useState<VersionRow>()
  const [asking, setAsking] = useState(false)
  const list = useInfiniteQuery({
    queryKey: ['admin', 'versions', version],
    queryFn: ({ pageParam }) => loadVersions(pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ versions }) => (versions.length < 50 ? undefined : versions.at(-1)?.version),
    staleTime: 0,
  })
  const rows = list.data?.pages.flatMap(({ versions }) => versions) ?? []
  // Newest first: the first of the channel is the one that stands there.
  const live = rows.find(({ channel }) => channel === 'production')?.version

  async function restore(): Promise<void> {
    if (!chosen) return
    try {
      await restoreTree(chosen.version)
      await reload()
      notify.success(`Version ${chosen.version} restored as a new version.`)
    } catch (failure) {
      notify.error(actionMessage('Restore failed', failure))
    }
  }

  return (
    <>
      <header className={styles.pageHead}>
        <h2>Versions</h2>
      </header>
      <TreeFile tree={history.present} version={version} />
      {list.isError ? (
        <Trouble what="The versions" failure={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <SkeletonLines what="the versions" />
      ) : (
        <table className={tableStyles.table}>
          <caption className="visually-hidden">Saved versions, newest first</caption>
          <thead>
            <tr>
              <th scope="col" data-align="end">
                Version
              </th>
              <th scope="col">Saved</th>
              <th scope="col">By</th>
              <th scope="col">What</th>
              <th scope="col">Channel</th>
              <th scope="col">
                <span className="visually-hidden">Restore</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.version}>
                <th scope="row" data-align="end">
                  {row.version}
                </th>
                <td className={tableStyles.nowrap}>{dateTime(row.savedAt)}</td>
                <td>{row.savedBy}</td>
                <td>
                  {kinds[row.kind] ?? row.kind}{' '}
                  {row.note ? <span className={styles.faint}>{row.note}</span> : null}
                </td>
                <td>{row.version === live ? <Badge tone="info">in production now</Badge> : row.channel}</td>
                <td data-align="end">
                  {row.version === version ? (
                    <Badge tone="good">current</Badge>
                  ) : mayRestore ? (
                    <Button
                      variant="quiet"
                      size="small"
                      onClick={() => {
                        setChosen(row)
                        setAsking(true)
                      }}
                    >
                      Restore<span className="visually-hidden"> version {row.version}</span>
                    </Button>
                  ) : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {list.hasNextPage ? (
        <Button
          variant="secondary"
          size="small"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show older versions
        </Button>
      ) : null}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        run={restore}
        wide
        title={`Restore version ${chosen?.version ?? ''}?`}
        description={
          chosen
            ? `Saved by ${chosen.savedBy} on ${dateTime(chosen.savedAt)}. It becomes the newest version; nothing is deleted.`
            : ''
        }
        verb="Restore"
        busyVerb="Restoring..."
      >
        {dirty ? <Notice tone="warn">Your unsaved changes will be lost.</Notice> : null}
        {asking && chosen ? <WhatChanges current={current} version={chosen.version} /> : null}
      </ConfirmDialog>
    </>
  )
}

function WhatChanges({ current, version }: { current: Tree; version: number }) {
  const old = useQuery({
    queryKey: ['admin', 'version', version],
    queryFn: () => loadVersion(version),
    retry: false,
  })
  if (old.isError)
    return <Notice tone="bad">What would change could not be loaded. Restoring still works.</Notice>
  if (!old.data) return <Skeleton />
  const then = { pages: old.data.pages }
  const differences = conflictsOf(current, current, then)
  if (differences.length === 0) return <p>It has the same content as the present version.</p>
  return (
    <DifferenceList
      differences={differences.map(({ path, mine, theirs }) => ({ path, before: mine, after: theirs }))}
      before="Now"
      after={`Version ${version}`}
    />
  )
}
