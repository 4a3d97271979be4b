import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateTime } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, Notice, Skeleton } from '../../ui/surface.tsx'
import styles from '../admin.module.css'
import { loadVersion, loadVersions, restoreTree, type Tree, type VersionRow } from '../api.ts'
import type { Draft } from '../draft/draft-state.ts'
import { sectionName } from '../draft/place-words.ts'
import { conflictsOf } from '../draft/three-way.ts'
import { useMayEdit } from '../frame/staff-member.ts'
import { useUnsavedWork } from '../frame/unsaved-work.ts'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { Table } from '../parts/table.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DifferenceList } from './difference-list.tsx'
import { actionMessage } from './save-message.ts'
import { TreeFile } from './tree-file.tsx'
import { WithDraft } from './with-draft.tsx'

const kinds: Record<string, string> = {
  template: 'Base template',
  save: 'Saved',
  reset: 'Reset',
  publish: 'Published',
  restore: 'Restored',
  receive: 'Received',
}

/** All saved versions, newest first; restoring one creates a new version. */
export function VersionsPanel() {
  return <WithDraft>{(draft) => <Versions draft={draft} />}</WithDraft>
}

function Versions({ draft: { base: current, version, history } }: { draft: Draft }) {
  const mayRestore = useMayEdit()
  const { dirty, reload } = useUnsavedWork().content
  const [chosen, setChosen] = useState<VersionRow>()
  const [confirming, setConfirming] = useState(false)
  const list = useInfiniteQuery({
    queryKey: ['admin', 'versions', version],
    queryFn: ({ pageParam }) => loadVersions(pageParam),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ versions }) => (versions.length < 50 ? undefined : versions.at(-1)?.version),
    staleTime: 0,
  })
  const rows = list.data?.pages.flatMap(({ versions }) => versions) ?? []
  // The list is newest first: the first version of the channel is the current one.
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
        <Table<VersionRow>
          caption="Saved versions, newest first"
          whole
          rows={rows}
          keyOf={({ version: number }) => String(number)}
          columns={[
            { id: 'version', label: 'Version', numeric: true, cell: (row) => row.version },
            { id: 'saved', label: 'Saved', nowrap: true, cell: ({ savedAt }) => dateTime(savedAt) },
            { id: 'by', label: 'By', cell: ({ savedBy }) => savedBy },
            {
              id: 'what',
              label: 'What',
              cell: ({ kind, note, changed }) => (
                <>
                  {kinds[kind] ?? kind} {note ? <span className={styles.faint}>{note}</span> : null}
                  {changed?.map((page) => (
                    <span key={page.route} className={styles.changed}>
                      <strong>{page.route}</strong> {page.sections.map(sectionName).join(', ')}
                    </span>
                  ))}
                </>
              ),
            },
            {
              id: 'channel',
              label: 'Channel',
              cell: (row) =>
                row.version === live ? <Badge tone="info">in production now</Badge> : row.channel,
            },
            {
              id: 'restore',
              label: 'Restore',
              labelHidden: true,
              numeric: true,
              cell: (row) =>
                row.version === version ? (
                  <Badge tone="good">current</Badge>
                ) : mayRestore ? (
                  <Button
                    variant="quiet"
                    size="small"
                    onClick={() => {
                      setChosen(row)
                      setConfirming(true)
                    }}
                  >
                    Restore<span className="visually-hidden"> version {row.version}</span>
                  </Button>
                ) : null,
            },
          ]}
        />
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
        open={confirming}
        onClose={() => setConfirming(false)}
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
        {confirming && chosen ? <WhatChanges current={current} version={chosen.version} /> : null}
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
    return <Notice tone="bad">The changes could not be loaded. You can still restore this version.</Notice>
  if (!old.data) return <Skeleton />
  const then = { pages: old.data.pages }
  const differences = conflictsOf(current, current, then)
  if (differences.length === 0) return <p>It has the same content as the current version.</p>
  return (
    <DifferenceList
      tree={current}
      differences={differences.map(({ steps, mine, theirs }) => ({ steps, before: mine, after: theirs }))}
      before="Now"
      after={`Version ${version}`}
    />
  )
}
