import { Download } from 'lucide-react'
import { useAddressState } from '../../lib/address-state.ts'
import { hasCode } from '../../lib/failure-text.ts'
import { useSettled } from '../../lib/settled.ts'
import { useMayAudit } from '../frame/staff-member.ts'
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
import { isNarrowed } from './search-filters.tsx'

/** The register of invoices, credit notes and debit notes as they were issued. */
export function DocumentsPart() {
  const mayExport = useMayAudit()
  const [filter, setFilter] = useAddressState(documentForm)
  const possible = periodProblem(filter.from, filter.to) === undefined
  const q = useSettled(filter.q)
  const query = useDocuments({ ...filter, q }, possible)
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
      <DocumentFilters filter={filter} onFilter={setFilter} />
      {!possible ? null : hasCode(query.error, 'BAD_NUMBER') ? (
        <Empty title="No documents match.">Enter the full number of a document, such as INV-000001.</Empty>
      ) : (
        <Loaded query={query} what="The documents" lines={8}>
          {(found) => (
            <>
              <DocumentsTable
                found={found}
                stale={query.isPlaceholderData}
                empty={
                  isNarrowed(filter, allDocuments) ? (
                    <Empty title="No documents match.">Change the kind, the dates or the number.</Empty>
                  ) : (
                    <Empty title="No documents have been issued yet.">
                      The first invoice is issued when the first payment is complete.
                    </Empty>
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
