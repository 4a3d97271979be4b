import { X } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useId, useRef } from 'react'
import { Route, Routes, useLocation, useNavigate, useParams } from 'react-router-dom'
import type { Column } from './column.ts'
import details from './details.module.css'
import { IconButton } from './icon-button.tsx'
import layout from './layout.module.css'
import { Empty, Loaded } from './loading-states.tsx'
import { Pager } from './pager.tsx'
import { type FootLine, Table } from './table.tsx'

/*
 * How every list of the staff screen opens a record. `base` is the address of the list and `base/:id` the same list with one
 * record: beside it from 1280 px, where it stays in view, under it in narrower windows. Opening moves the focus to the
 * record's heading and brings the record into view; closing returns the focus to its row. The list keeps its position.
 *
 * `RecordList` is the whole screen. A screen that is more than one list uses its parts: `Addressed` around the screen,
 * `useOpened` for the address, `Part` for a titled section, `Beside` and `Aside` for the list and its record.
 */

/** Routes the address of a list, with or without a record, to its screen. A record may have views below its address. */
export function Addressed({ view: View }: { view: ComponentType }) {
  return (
    <Routes>
      <Route path=":id?/*" element={<View />} />
    </Routes>
  )
}

export interface Opened {
  base: string
  /** The id in the address; undefined without one. */
  id: string | undefined
  /** The address of a record, or of the list alone, with the filters. */
  addressOf: (id?: string) => string
  close: () => void
}

/** The record that the address names. */
export function useOpened(base: string): Opened {
  const { id } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const addressOf = (which?: string): string => `${base}${which === undefined ? '' : `/${which}`}${search}`
  return { base, id, addressOf, close: () => void navigate(addressOf()) }
}

interface PartProps {
  title: string
  /** 2 where the part is a tab of its own. */
  level?: 2 | 3
  /** Beside the heading: buttons and links. */
  actions?: ReactNode
  intro?: ReactNode
  children: ReactNode
}

/** A section with its heading. */
export function Part({ title, level = 3, actions, intro, children }: PartProps) {
  const id = useId()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <section className={layout.part} aria-labelledby={id}>
      <div className={layout.partHead}>
        <Heading id={id} className={layout.heading}>
          {title}
        </Heading>
        {actions}
      </div>
      {intro === undefined ? null : <p className={layout.soft}>{intro}</p>}
      {children}
    </section>
  )
}

interface BesideProps {
  /** The opened record, or null. */
  aside: ReactNode
  /** The record takes two thirds of the width, for one that has tables itself. */
  wide?: boolean
  children: ReactNode
}

/** A list and its opened record. Columns that fold are left out while a record is beside the list. */
export function Beside({ aside, wide = false, children }: BesideProps) {
  return (
    <div className={layout.beside} data-open={aside ? (wide ? 'wide' : '') : undefined}>
      <div className={layout.stack}>{children}</div>
      {aside}
    </div>
  )
}

interface AsideProps {
  opened: Opened
  /** Names the region, such as "Receivable". */
  label: string
  title: ReactNode
  children: ReactNode
}

/** The opened record. Its `key` must be the record's id: the focus moves when it is mounted. */
export function Aside({ opened: { base, id, close }, label, title, children }: AsideProps) {
  const region = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each record, which is the key
  useEffect(() => {
    // The app scrolls to the top of each new path after this: the list returns to its position, then the record is shown.
    const top = window.scrollY
    heading.current?.focus({ preventScroll: true })
    const frame = requestAnimationFrame(() => {
      window.scrollTo(0, top)
      const isBeside = window.matchMedia('(min-width: 80rem)').matches
      region.current?.scrollIntoView({ block: isBeside ? 'nearest' : 'start' })
    })
    return () => {
      cancelAnimationFrame(frame)
      if (window.location.pathname === base) backToList(`${base}/${id}`)
    }
  }, [])
  return (
    <aside ref={region} className={`${details.details} ${layout.record}`} aria-label={label}>
      <header>
        <h3 ref={heading} tabIndex={-1}>
          {title}
        </h3>
        <IconButton label="Close" onClick={close}>
          <X />
        </IconButton>
      </header>
      {children}
    </aside>
  )
}

/** After a record was closed: the list stays where it is, and the row gets the focus that the record had. */
function backToList(address: string): void {
  const top = window.scrollY
  const link = [...document.links].find(({ pathname }) => pathname === address)
  // At once: the app moves the focus to the first heading of a new path if nothing else has it.
  if (document.activeElement === document.body) link?.focus({ preventScroll: true })
  requestAnimationFrame(() => {
    window.scrollTo(0, top)
    if (link === document.activeElement) link?.scrollIntoView({ block: 'nearest' })
  })
}

interface Paged {
  page: number
  pageSize: number
  total: number
}

interface RecordListProps<Data, Row> {
  /** The address of the list. */
  base: string
  heading: Omit<Parameters<typeof Part>[0], 'children'>
  filters?: ReactNode
  query: {
    data: Data | undefined
    isError: boolean
    error: unknown
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  /** The subject of "… could not be loaded." */
  what: string
  /** Between the filters and the table. */
  before?: (data: Data) => ReactNode
  rowsOf: (data: Data) => readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly Column<Row>[]
  /** Names the table. */
  caption: (data: Data) => string
  empty: { title: string; text: string }
  foot?: (data: Data) => readonly FootLine[]
  /** The pages of the list, and the counted things in the plural. */
  pages?: { of: (data: Data) => Paged; what: string; onPage: (page: number) => void }
  /** The opened record. */
  aside: (row: Row, close: () => void) => { label: string; title: ReactNode; body: ReactNode; wide?: boolean }
  /** The opened record from another source, for a link to one on another page; `busy` while it is looked for. */
  elsewhere?: { row: Row | undefined; busy: boolean }
  children?: ReactNode
}

/** A list with filters, pages and one opened record. */
export function RecordList<Data, Row>(props: RecordListProps<Data, Row>) {
  const { base, heading, filters, query, what, before, rowsOf, keyOf, columns, caption, empty } = props
  const { foot, pages, aside, elsewhere, children } = props
  const opened = useOpened(base)
  return (
    <Part {...heading}>
      {filters}
      <Loaded query={query} what={what}>
        {(data) => {
          const rows = rowsOf(data)
          const row = rows.find((each) => keyOf(each) === opened.id) ?? elsewhere?.row
          const record = opened.id !== undefined && row ? aside(row, opened.close) : undefined
          const paged = pages?.of(data)
          return (
            <Beside
              wide={record?.wide === true}
              aside={
                opened.id === undefined || (row === undefined && elsewhere?.busy) ? null : (
                  <Aside
                    key={opened.id}
                    opened={opened}
                    label={record?.label ?? 'Record'}
                    title={record?.title ?? 'Not in this list'}
                  >
                    {record?.body ?? <p>The filters hide it, or it is no longer part of this list.</p>}
                  </Aside>
                )
              }
            >
              {before?.(data)}
              <Table
                caption={caption(data)}
                columns={columns}
                rows={rows}
                keyOf={keyOf}
                to={(each) => opened.addressOf(keyOf(each))}
                chosen={opened.id}
                busy={query.isPlaceholderData}
                whole
                empty={<Empty title={empty.title}>{empty.text}</Empty>}
                {...(foot && { foot: foot(data) })}
              />
              {pages && paged && paged.total > 0 ? (
                <Pager {...paged} what={pages.what} busy={query.isPlaceholderData} onPage={pages.onPage} />
              ) : null}
            </Beside>
          )
        }}
      </Loaded>
      {children}
    </Part>
  )
}
