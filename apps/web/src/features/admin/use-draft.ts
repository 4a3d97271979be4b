import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Page } from '#modules/content/base-template/shapes.ts'
import { ApiFailure, request } from '../../lib/call.ts'
import { times } from '../../lib/constants.ts'
import { contentKey } from '../../lib/content.ts'
import { wait } from '../../lib/lead-form-scroll.ts'
import { mergeTrees, same } from './merge-trees.ts'

interface Loaded {
  pages: Page[]
  version: number
  channel: 'development' | 'production'
  canPublish: boolean
}

/** Somebody saved after this draft was loaded. */
export interface Conflict {
  message: string
  theirs: Page[]
  version: number
  differences: { path: string; before: unknown; after: unknown }[]
}

export interface Draft {
  loaded: Loaded | undefined
  /** "Failed to fetch content", when it could not be loaded. */
  loadError: string | undefined
  pages: Page[]
  dirty: boolean
  /** "Saving...", "Saved successfully!", "Error: …" or nothing. */
  status: string
  saving: boolean
  conflict: Conflict | undefined
  change: (pages: Page[]) => void
  save: () => Promise<void>
  reload: () => Promise<void>
  resolve: (choice: 'mine' | 'theirs' | 'merge') => void
  dismiss: () => void
}

const draftKey = ['admin', 'content'] as const

/** The tree being edited: loaded once, changed in memory, saved whole with the version it was made from. */
export function useDraft(): Draft {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: draftKey,
    queryFn: async () => (await request('GET', '/api/cms/admin')) as Loaded,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const loaded = query.data
  const [edited, setEdited] = useState<Page[]>()
  const [status, setStatus] = useState('')
  const [saving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<Conflict>()
  const pages = edited ?? loaded?.pages ?? []
  const dirty = edited !== undefined && !same(edited, loaded?.pages)
  useWarning(dirty)
  const clearing = useRef<number | undefined>(undefined)

  function tell(text: string, shownFor?: number): void {
    window.clearTimeout(clearing.current)
    setStatus(text)
    if (shownFor) clearing.current = window.setTimeout(() => setStatus(''), shownFor)
  }

  async function put(body: { pages: Page[]; version?: number }): Promise<void> {
    try {
      await request('PUT', '/api/cms', { body })
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || !failure.offline) throw failure
      tell('Server may be restarting. Retrying in 3 seconds...')
      await wait(times.saveRetry)
      await request('PUT', '/api/cms', { body })
    }
  }

  async function saveTree(tree: Page[], version: number | undefined): Promise<void> {
    setSaving(true)
    tell('Saving...')
    try {
      await put({ pages: tree, ...(version === undefined ? {} : { version }) })
      const { data } = await query.refetch()
      setEdited((now) => (now === tree || same(now, data?.pages) ? undefined : now))
      void client.invalidateQueries({ queryKey: contentKey })
      tell('Saved successfully!', times.savedShown)
    } catch (failure) {
      const found = conflictFrom(failure)
      if (found) setConflict(found)
      tell(`Error: ${saveMessage(failure)}`)
    } finally {
      setSaving(false)
    }
  }

  return {
    loaded,
    loadError: query.isError ? 'Failed to fetch content' : undefined,
    pages,
    dirty,
    status,
    saving,
    conflict,
    change: setEdited,
    save: () => saveTree(pages, loaded?.version),
    reload: async () => {
      setEdited(undefined)
      await query.refetch()
    },
    resolve: (choice) => {
      if (!conflict) return
      const chosen =
        choice === 'mine'
          ? pages
          : choice === 'theirs'
            ? undefined
            : (mergeTrees(loaded?.pages, pages, conflict.theirs) as Page[])
      if (loaded)
        client.setQueryData(draftKey, { ...loaded, pages: conflict.theirs, version: conflict.version })
      setEdited(chosen)
      setConflict(undefined)
      tell(choice === 'theirs' ? '' : 'Your version is on top of theirs now. Save it to keep it.')
    },
    dismiss: () => setConflict(undefined),
  }
}

function conflictFrom(failure: unknown): Conflict | undefined {
  if (!(failure instanceof ApiFailure) || failure.status !== 409) return undefined
  const { pages, version, differences } = failure.extra
  if (!Array.isArray(pages) || typeof version !== 'number') return undefined
  return {
    message: failure.message,
    theirs: pages as Page[],
    version,
    differences: Array.isArray(differences) ? (differences as Conflict['differences']) : [],
  }
}

/** The server's message with its first problems, or the specified words when it sent none. */
export function saveMessage(failure: unknown): string {
  if (!(failure instanceof ApiFailure) || failure.offline) return 'Failed to save content'
  const { message, error } = failure.extra
  const said = [message, error].find((text) => typeof text === 'string' && text !== '')
  if (typeof said !== 'string') return 'Unknown server error'
  return failure.errors.length > 0 && !said.includes(failure.errors[0] ?? '')
    ? `${said}: ${failure.errors.slice(0, 3).join('; ')}`
    : said
}

function useWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}
