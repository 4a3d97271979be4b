import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { editableContent, saveContent } from '#modules/content/contract.ts'
import { staffKey } from '../../lib/answers.ts'
import { ApiFailure, call } from '../../lib/call.ts'
import { contentKey } from '../../lib/content.ts'
import { wait } from '../../lib/lead-form-scroll.ts'
import { keys, local } from '../../lib/storage.ts'
import type { Content, Tree } from '../api.ts'
import { type Draft, type DraftAction, draftOf, isDirty, reduceDraft } from '../draft/draft-state.ts'
import type { Clash } from './conflict-dialog.tsx'
import { saveMessage } from './save-message.ts'
import { forgetUnsaved, type LostWork, type UnappliedText, useLostWork } from './unsaved-content.ts'

const notApplied =
  'The text of the tab Advanced is not valid yet, so nothing was saved. Correct it, or press "Discard this text" there.'

/** The edited content, and the actions on all of it. */
export interface ContentEditing {
  content: Content | undefined
  draft: Draft | undefined
  /** What visitors see where nothing is stored. */
  builtIn: Tree
  /** "Failed to fetch content", when it could not be loaded. */
  problem: string | undefined
  loading: boolean
  dirty: boolean
  /** "Saving...", "Saved successfully!", "Nothing to save", "Error: …" or nothing. */
  status: string
  saving: boolean
  clash: Clash | undefined
  /** The session has ended; the draft is kept. */
  expired: boolean
  /** The newest failure of a save that the role does not allow. */
  refused: unknown
  /** Text of the Advanced tab that is not in the draft; while there is one, nothing is saved. */
  unapplied: UnappliedText | undefined
  setUnapplied: (text: UnappliedText | undefined) => void
  /** What an earlier visit did not save. */
  lost: LostWork | undefined
  restoreLost: () => void
  discardLost: () => void
  dispatch: (action: DraftAction) => void
  save: () => Promise<void>
  /** Replaces the draft with the server's content. */
  reload: () => Promise<void>
  keepMine: () => Promise<void>
  takeTheirs: () => void
  saveMerged: (merged: Tree) => Promise<void>
  dismiss: () => void
  setExpired: (expired: boolean) => void
}

const reduce = (draft: Draft | undefined, action: DraftAction): Draft | undefined =>
  draft
    ? reduceDraft(draft, action)
    : action.do === 'load'
      ? draftOf({ pages: action.tree.pages, version: action.version })
      : undefined

/** The content and its draft for `username`, if the role may see them. */
export function useContentEditing(enabled: boolean, username: string): ContentEditing {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: [staffKey, '/api/cms/admin'],
    queryFn: () => call<typeof editableContent>('GET', '/api/cms/admin'),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const [draft, dispatch] = useReducer(reduce, undefined)
  const [saving, setSaving] = useState(false)
  const [clash, setClash] = useState<Clash>()
  const [expired, setExpired] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const [unapplied, setUnapplied] = useState<UnappliedText>()
  const { lost, restore, discard } = useLostWork(username, draft, unapplied, dispatch)
  const { status, showStatus, clearError } = useStatus()

  const content = query.data
  const dirty = unapplied !== undefined || (draft !== undefined && isDirty(draft))
  const builtIn = useMemo<Tree>(() => ({ pages: content?.builtIn ?? [] }), [content])
  useEffect(() => {
    if (content) dispatch({ do: 'load', tree: { pages: content.pages }, version: content.version })
  }, [content])

  // An edit clears the error, which was about the earlier content.
  const edit = useCallback(
    (action: DraftAction): void => {
      dispatch(action)
      clearError()
    },
    [clearError],
  )

  const clearPublicContent = useCallback(() => {
    local.remove(keys.content)
    void client.invalidateQueries({ queryKey: contentKey })
    // The calculator's research sources are content.
    void client.invalidateQueries({ queryKey: ['leadership'] })
  }, [client])

  async function put({ pages }: Tree, version: number): Promise<number> {
    const send = () => call<typeof saveContent>('PUT', '/api/cms', { body: { pages, version } })
    try {
      return (await send()).version
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || !failure.offline) throw failure
      showStatus('Server may be restarting. Retrying in 3 seconds...')
      await wait(3_000)
      return (await send()).version
    }
  }

  async function saveAs(tree: Tree, version: number): Promise<void> {
    if (!draft || saving) return
    if (unapplied) return showStatus(`Error: ${notApplied}`)
    setSaving(true)
    showStatus('Saving...')
    try {
      dispatch({ do: 'saved', tree, version: await put(tree, version) })
      setClash(undefined)
      clearPublicContent()
      showStatus('Saved successfully!', 3_000)
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.status === 401) setExpired(true)
      if (failure instanceof ApiFailure && failure.status === 403) setRefused(failure)
      const theirs = clashFrom(failure)
      if (theirs) setClash({ ...theirs, base: draft.base, mine: tree })
      showStatus(`Error: ${saveMessage(failure, tree)}`)
    } finally {
      setSaving(false)
    }
  }

  return {
    content,
    draft,
    builtIn,
    problem: query.isError ? 'Failed to fetch content' : undefined,
    loading: enabled && !draft && !query.isError,
    dirty,
    status,
    saving,
    clash,
    expired,
    refused,
    unapplied,
    setUnapplied: (text) => {
      setUnapplied(text)
      clearError()
    },
    lost,
    restoreLost: () => {
      if (lost?.unapplied) setUnapplied({ ...lost.unapplied, pages: lost.pages })
      restore()
    },
    discardLost: () => {
      forgetUnsaved(username)
      discard()
    },
    dispatch: edit,
    save: async () => {
      if (!draft) return
      if (!dirty) return showStatus('Nothing to save', 3_000)
      await saveAs(draft.history.present, draft.version)
    },
    reload: async () => {
      const { data } = await query.refetch({ throwOnError: false })
      if (data) dispatch({ do: 'load', tree: { pages: data.pages }, version: data.version })
      setUnapplied(undefined)
      clearPublicContent()
    },
    keepMine: async () => {
      if (clash) await saveAs(clash.mine, clash.version)
    },
    takeTheirs: () => {
      if (clash) dispatch({ do: 'load', tree: clash.theirs, version: clash.version })
      setClash(undefined)
      showStatus('')
    },
    saveMerged: async (merged) => {
      if (!clash) return
      dispatch({ do: 'edit', pointer: '/pages', value: merged.pages, at: Date.now() })
      await saveAs({ pages: merged.pages }, clash.version)
    },
    dismiss: () => setClash(undefined),
    setExpired: (ended) => {
      setExpired(ended)
      // The error said that nobody is signed in.
      if (!ended) clearError()
    },
  }
}

function clashFrom(failure: unknown): Pick<Clash, 'message' | 'theirs' | 'version'> | undefined {
  if (!(failure instanceof ApiFailure) || failure.status !== 409) return undefined
  const { pages, version } = failure.extra
  if (!Array.isArray(pages) || typeof version !== 'number') return undefined
  return { message: failure.message, theirs: { pages: pages as Tree['pages'] }, version }
}

/** A status text that stays, or disappears after `shownFor` milliseconds. */
function useStatus(): {
  status: string
  showStatus: (text: string, shownFor?: number) => void
  clearError: () => void
} {
  const [status, setStatus] = useState('')
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const showStatus = useCallback((text: string, shownFor?: number): void => {
    window.clearTimeout(timer.current)
    setStatus(text)
    if (shownFor) timer.current = window.setTimeout(() => setStatus(''), shownFor)
  }, [])
  const clearError = useCallback(() => setStatus((before) => (before.startsWith('Error') ? '' : before)), [])
  return { status, showStatus, clearError }
}
