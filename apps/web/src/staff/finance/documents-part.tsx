import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useAddressState } from '../../lib/address-state.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { Empty, SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { Pager } from '../parts/pager.tsx'
import { DocumentFilters } from './document-filters.tsx'
import { allDocuments, documentForm, documentsFile, loadDocuments } from './documents-api.ts'
import { DocumentsTable } from './documents-table.tsx'
import styles from './finance.module.css'
import { financeKeys } from './keys.ts'
import ledger from './ledger.module.css'
import { periodProblem } from './moments.ts'

/** The register of invoices, credit notes and debit notes as they were issued. */
export function DocumentsPart({ mayExport }: { mayExport: boolean }) {
  const [filter, setFilter] = useAddressState(documentForm)
  const possible = periodProblem(filter.from, filter.to) === undefined
  const query = useQuery({
    queryKey: [...financeKeys.documents, filter],
    queryFn: () => loadDocuments(filter),
    placeholderData: keepPreviousData,
    enabled: possible,
    staleTime: 0,
    retry: false,
  })
  const { q: numberProblem } = problemsByInput(query.error, (path) => (path === 'q' ? 'q' : undefined))
  const found = query.data
  return (
    <section className={styles.part} aria-labelledby="documents-heading">
      <div className={styles.partHead}>
        <h3 id="documents-heading" className={ledger.subheading}>
          Documents
        </h3>
        {mayExport && possible ? (
          <a className={styles.file} href={documentsFile(filter)} download="documents.csv">
            <Download aria-hidden="true" />
            Export as CSV
          </a>
        ) : null}
      </div>
      <p className={ledger.faint}>
        Every numbered document as issued, by document date (UTC). The number opens the PDF. Credit notes
        count as negative; a debit note reverses a credit note whose refund failed.
      </p>
      <DocumentFilters
        filter={filter}
        problem={numberProblem}
        busy={query.isFetching && query.isPlaceholderData}
        onFilter={setFilter}
      />
      {!possible || numberProblem !== undefined ? null : query.isError ? (
        <Trouble what="The documents" failure={query.error} onRetry={() => void query.refetch()} />
      ) : found === undefined ? (
        <SkeletonLines what="documents" lines={8} />
      ) : (
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
    </section>
  )
}
