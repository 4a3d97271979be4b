import type { ReactNode } from 'react'
import { money, wholeNumber } from '../../lib/format.ts'
import { useNoAddressWords } from '../frame/staff-member.ts'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { Table } from '../parts/table.tsx'
import { type DocumentPage, documentKinds, type IssuedDocument } from './document-filters.tsx'
import { ledgerDay } from './moments.ts'
import { OrderLink } from './order-link.tsx'

interface DocumentsTableProps {
  found: DocumentPage
  stale: boolean
  empty: ReactNode
}

/** Documents as issued; the last rows are the sums of all matches. */
export function DocumentsTable({ found, stale, empty }: DocumentsTableProps) {
  const { documents, sums } = found
  return (
    <Table
      caption="Documents, newest first; dates in UTC"
      columns={columns}
      rows={documents}
      keyOf={({ number }) => number}
      busy={stale}
      empty={empty}
      foot={sums.map((sum) => ({
        id: sum.currency,
        label: `Total of all matches, ${wholeNumber(sum.documents)} ${sum.documents === 1 ? 'document' : 'documents'}${
          sums.length > 1 ? ` ${sum.currency.toUpperCase()}` : ''
        }`,
        cells: {
          net: amountOrUnknown(sum.net, sum.currency),
          tax: amountOrUnknown(sum.tax, sum.currency),
          total: money(sum.total, sum.currency),
        },
      }))}
    />
  )
}

const amountOrUnknown = (amount: string | null, currency: string): ReactNode =>
  amount === null ? (
    <span className={layout.soft} title="An earlier release did not record it.">
      not recorded
    </span>
  ) : (
    money(amount, currency)
  )

const columns: readonly Column<IssuedDocument>[] = [
  {
    id: 'date',
    label: 'Date',
    nowrap: true,
    cell: ({ issuedAt }) => <time dateTime={issuedAt}>{ledgerDay(issuedAt)}</time>,
  },
  {
    id: 'number',
    label: 'Number',
    namesRow: true,
    nowrap: true,
    className: layout.code,
    cell: (document) => <NumberCell document={document} />,
  },
  { id: 'kind', label: 'Kind', cell: ({ kind }) => documentKinds[kind] },
  {
    id: 'customer',
    label: 'Customer',
    cell: (document) => <Customer document={document} />,
  },
  { id: 'order', label: 'Order', className: layout.code, cell: ({ orderId }) => <OrderLink id={orderId} /> },
  { id: 'net', label: 'Net', numeric: true, cell: ({ net, currency }) => amountOrUnknown(net, currency) },
  { id: 'tax', label: 'Tax', numeric: true, cell: ({ tax, currency }) => amountOrUnknown(tax, currency) },
  { id: 'total', label: 'Gross', numeric: true, cell: ({ total, currency }) => money(total, currency) },
  {
    id: 'receipt',
    label: 'Receipt',
    cell: ({ number, receiptPath }) =>
      receiptPath === null ? null : (
        <a href={receiptPath} download>
          PDF<span className="visually-hidden"> of the receipt for {number}</span>
        </a>
      ),
  },
]

function Customer({ document: { customer, company } }: { document: IssuedDocument }) {
  const noAddress = useNoAddressWords()
  return (
    <>
      {customer === null ? <span className={layout.soft}>{noAddress}</span> : <bdi>{customer}</bdi>}
      {company === null ? null : (
        <div className={layout.soft}>
          <bdi>{company}</bdi>
        </div>
      )}
    </>
  )
}

/** The number, as a link to the PDF where there is one. */
function NumberCell({ document: { number, path } }: { document: IssuedDocument }) {
  if (path === null) return number
  return (
    <a href={path} download>
      <span className="visually-hidden">PDF of </span>
      {number}
    </a>
  )
}
