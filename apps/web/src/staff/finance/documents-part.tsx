import { Download } from 'lucide-react'
import { useAddressState } from '../../lib/address-state.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { Empty, Loaded } from '../parts/loading-states.tsx'
import { Pager } from '../parts/pager.tsx'
import { Part } from '../parts/record-list.tsx'
import {
  allDocuments,
  DocumentFilters,
  documentForm,
  documentsFile,
  useDocuments,
} from './document-filters.tsx'
import { DocumentsTable } from './documents-table.tsx'
import styles from './finance.module.css'
import { periodProblem } from './moments.ts'

/** The register of invoices, credit notes and debit notes as they were issued. */
export function DocumentsPart({ mayExport }: { mayExport: boolean }) {
  const [filter, setFilter] = useAddressState(documentForm)
  const possible = periodProblem(filter.from, filter.to) === undefined
  const query = useDocuments(filter, possible)
  const { q: numberProblem } = problemsByInput(query.error, (path) => (path === 'q' ? 'q' : undefined))
  return (
    <Part
      title="Documents"
      actions={
        mayExport && possible ? (
          <a className={styles.file} href={documentsFile(filter)} download="documents.csv">
            <Download aria-hidden="true" />
            Export as CSV
          </a>
        ) : null
      }
      intro="Every numbered document as issued, by document date (UTC). The number opens the PDF. Credit notes count as negative; a debit note reverses a credit note whose refund failed."
    >
      <DocumentFilters
        filter={filter}
        problem={numberProblem}
        busy={query.isFetching && query.isPlaceholderData}
        onFilter={setFilter}
      />
      {!possible || numberProblem !== undefined ? null : (
        <Loaded query={query} what="The documents" lines={8}>
          {(found) => (
            <>
              <DocumentsTable
                found={found}
                stale={query.isPlaceholderData}
                empty={
                  JSON.stringify({ ...filter, page: 1 }) === JSON.stringify(allDocuments) ? (
                    <Empty title="No documents have been issued yet.">
                      The first invoice is issued when the first payment is complete.
                    </Empty>
                  ) : (
                    <Empty title="No documents match.">Change the kind, the dates or the number.</Empty>
                  )
                }
              />
              {found.total > 0 ? (
                <Pager
                  page={found.page}
                  pageSize={found.pageSize}
                  total={found.total}
                  what={found.total === 1 ? 'document' : 'documents'}
                  busy={query.isPlaceholderData}
                  onPage={(page) => setFilter({ ...filter, page }, 'push')}
                />
              ) : null}
            </>
          )}
        </Loaded>
      )}
    </Part>
  )
}
