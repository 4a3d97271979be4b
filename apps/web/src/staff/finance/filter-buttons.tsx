import { Search } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import ledger from './ledger.module.css'

interface FilterButtonsProps {
  busy: boolean
  /** Whether there is anything to clear. */
  filtered: boolean
  onClear: () => void
}

/** Ends a form of filters: searching, and going back to everything. */
export function FilterButtons({ busy, filtered, onClear }: FilterButtonsProps) {
  return (
    <div className={ledger.filterButtons}>
      <Button type="submit" size="small" icon={<Search aria-hidden="true" />} busy={busy}>
        Search
      </Button>
      {filtered ? (
        <Button size="small" variant="quiet" onClick={onClear}>
          Clear
        </Button>
      ) : null}
    </div>
  )
}
