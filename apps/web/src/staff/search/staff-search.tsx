import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { SearchGroup, SearchHit, staffSearch } from '#platform/contract/search-contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { money } from '../../lib/format.ts'
import { useSettled } from '../../lib/settled.ts'
import { leadAddress, orderAddress } from '../frame/addresses.ts'
import styles from './staff-search.module.css'

interface Place {
  label: string
  /** The address of a result. */
  of: (hit: SearchHit) => string
  /** The address of all results of a search. */
  all: (q: string) => string
}

const ordersOf = (q: string): string => `/admin/orders?q=${encodeURIComponent(q)}`
const quotesOf = (q: string): string => `/admin/finance/quotes?q=${encodeURIComponent(q)}`
const places: Record<SearchGroup, Place> = {
  orders: { label: 'Orders', of: ({ id }) => orderAddress(id), all: ordersOf },
  documents: {
    label: 'Documents',
    of: ({ id }) => orderAddress(id),
    all: (q) => `/admin/finance/documents?q=${encodeURIComponent(q)}`,
  },
  quotes: { label: 'Quotes', of: ({ title }) => quotesOf(title), all: quotesOf },
  transfers: {
    label: 'Bank transfers',
    of: ({ id }) => `/admin/finance/transfers/${id}`,
    all: (q) => `/admin/finance/transfers?q=${encodeURIComponent(q)}`,
  },
  payouts: {
    label: 'Payouts',
    of: ({ id }) => `/admin/finance/payouts/${id}?q=${id}`,
    all: (q) => `/admin/finance/payouts?q=${encodeURIComponent(q)}`,
  },
  // A company has no page of its own: its orders are what one looks for.
  companies: { label: 'Companies', of: ({ title }) => ordersOf(title), all: ordersOf },
  leads: {
    label: 'Leads',
    of: ({ id }) => leadAddress(id),
    all: (q) => `/admin/leads?search=${encodeURIComponent(q)}`,
  },
}

interface Option {
  to: string
  hit?: SearchHit
  /** For the last option of a group whose list has more: how many there are. */
  total?: number
}

/** A group of results with its options. */
function optionsOf({ group, hits, total }: AnswerOf<typeof staffSearch>['groups'][number], q: string) {
  const { label, of, all } = places[group]
  const options: Option[] = hits.map((hit) => ({ to: of(hit), hit }))
  return { label, options: total > hits.length ? [...options, { to: all(q), total }] : options }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/**
 * One search for every list that the member of staff may read. `/` focuses it, the arrow keys choose a result, Enter opens it,
 * Escape closes the results.
 */
export function StaffSearch() {
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const navigate = useNavigate()
  const q = useSettled(typed.trim())
  const wanted = q.length >= 2
  const query = useAnswer<typeof staffSearch>(
    '/api/admin/search',
    { query: { q } },
    { enabled: wanted, keep: true },
  )
  const groups = wanted ? (query.data?.groups ?? []).map((group) => optionsOf(group, q)) : []
  const options = groups.flatMap((group) => group.options)
  const isCurrent = q === typed.trim() && !query.isFetching
  const shown = open && wanted

  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      if (document.querySelector('dialog[open], [role="dialog"]')) return
      event.preventDefault()
      input.current?.select()
      input.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])

  function go(option: Option | undefined): void {
    if (option === undefined) return
    setOpen(false)
    setTyped('')
    input.current?.blur()
    void navigate(option.to)
  }

  function onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && options.length > 0) {
      event.preventDefault()
      setOpen(true)
      setChosen((chosen + step + options.length) % options.length)
    } else if (event.key === 'Enter' && isCurrent) {
      event.preventDefault()
      go(options[chosen])
    } else if (event.key === 'Escape') setOpen(false)
  }

  return (
    <div className={styles.search}>
      <Search aria-hidden="true" />
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-label="Open a record"
        aria-expanded={shown}
        aria-controls={`${id}-results`}
        aria-autocomplete="list"
        aria-activedescendant={shown && options.length > 0 ? `${id}-${chosen}` : undefined}
        aria-keyshortcuts="/"
        placeholder="Name, number, amount, card…"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onFocus={() => setOpen(true)}
        // Results never take the focus.
        onBlur={() => setOpen(false)}
        onChange={({ target }) => {
          setTyped(target.value)
          setChosen(0)
          setOpen(true)
        }}
        onKeyDown={onKey}
      />
      <kbd>/</kbd>
      <div
        id={`${id}-results`}
        role="listbox"
        aria-label="Results"
        className={styles.results}
        hidden={!shown || options.length === 0}
      >
        {groups.map(({ label, options: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
          <div key={label} role="group" aria-label={label}>
            <p aria-hidden="true">{label}</p>
            {own.map((option) => {
              const at = options.indexOf(option)
              return (
                <Result
                  key={`${option.to} ${option.hit?.id}`}
                  id={`${id}-${at}`}
                  option={option}
                  isChosen={at === chosen}
                  onPoint={() => setChosen(at)}
                  onGo={() => go(option)}
                />
              )
            })}
          </div>
        ))}
      </div>
      <p aria-live="polite" className={shown && options.length === 0 ? styles.results : 'visually-hidden'}>
        {!shown
          ? ''
          : query.isError
            ? 'The search failed. Please try again.'
            : !isCurrent
              ? 'Searching...'
              : foundWords(options.length)}
      </p>
    </div>
  )
}

const foundWords = (count: number): string =>
  count === 0 ? 'Nothing found.' : `${count} ${count === 1 ? 'result' : 'results'}`

interface ResultProps {
  id: string
  option: Option
  isChosen: boolean
  onPoint: () => void
  onGo: () => void
}

function Result({ id, option: { hit, total }, isChosen, onPoint, onGo }: ResultProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field takes the keys
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      onMouseMove={onPoint}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onGo}
    >
      {hit === undefined ? (
        <span className={styles.all}>All {total} results</span>
      ) : (
        <>
          <span className={styles.title}>{hit.title}</span>
          <span className={styles.details}>{hit.details.join(' · ')}</span>
          {hit.amount === null ? null : <span>{money(hit.amount, hit.currency ?? undefined)}</span>}
        </>
      )}
    </div>
  )
}
