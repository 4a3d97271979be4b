import { ChevronLeft, ChevronRight } from 'lucide-react'
import { wholeNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import styles from './table.module.css'

interface PagerProps {
  page: number
  pageSize: number
  total: number
  /** The counted things, in the plural. */
  what: string
  /** The requested page is still loading. */
  busy?: boolean
  onPage: (page: number) => void
}

/** The range of shown rows, with buttons for the other pages. */
export function Pager({ page, pageSize, total, what, busy = false, onPage }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize))
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1
  const last = Math.min(total, page * pageSize)
  return (
    <nav className={styles.pager} aria-label={`Pages of ${what}`}>
      <p role="status">
        {wholeNumber(first)} to {wholeNumber(last)} of {wholeNumber(total)} {what}
      </p>
      <Button
        size="small"
        variant="secondary"
        icon={<ChevronLeft aria-hidden="true" />}
        disabled={busy || page <= 1}
        onClick={() => onPage(page - 1)}
      >
        Previous
      </Button>
      <Button
        size="small"
        variant="secondary"
        disabled={busy || page >= pages}
        onClick={() => onPage(page + 1)}
      >
        Next
        <ChevronRight aria-hidden="true" />
      </Button>
    </nav>
  )
}
