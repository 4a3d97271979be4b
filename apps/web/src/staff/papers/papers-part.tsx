import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { paperKinds } from '#modules/commerce/rules.ts'
import type { listVendorPapers } from '#modules/commerce/vendor-pack/contract.ts'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { useAnswer } from '../../lib/answers.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import { useMayAudit } from '../frame/staff-member.ts'
import type { Column } from '../parts/column.ts'
import { Addressed, RecordList } from '../parts/record-list.tsx'
import { type Paper, PaperForm, papersPath } from './paper-form.tsx'

const base = '/admin/finance/papers'
const states = { offered: ['good', 'Offered'], 'expires-soon': ['warn', 'Expires soon'] } as const
const expired = ['bad', 'Expired'] as const

const columns: Column<Paper>[] = [
  { id: 'title', label: 'Title', cell: ({ title }) => title },
  { id: 'kind', label: 'Kind', cell: ({ kind }) => paperKinds[kind] },
  {
    id: 'last-day',
    label: 'Last day',
    cell: ({ expiresOn }) => (expiresOn === null ? 'None' : dayInWords(expiresOn)),
  },
  {
    id: 'state',
    label: 'State',
    cell: ({ state }) => {
      const [tone, word] = state === 'expired' ? expired : states[state]
      return <Badge tone={tone}>{word}</Badge>
    },
  },
]

/** The view "Vendor pack": the papers that the procurement of companies asks for. */
export const PapersPart = () => <Addressed view={Papers} />

function Papers() {
  const isNew = useParams().id === 'new'
  const mayChange = useMayAudit()
  const [id] = useState(() => crypto.randomUUID())
  const blank: Paper = { id, kind: 'tax-form', title: '', expiresOn: null, state: 'offered' }
  return (
    <RecordList
      base={base}
      heading={{
        title: 'Vendor pack',
        intro:
          'PDF files that procurement asks for. Companies find them on the page of a quote or of their organization; the invoice email has a link. No public page lists them. After its last day a paper is not offered; finance gets an email 30 days before.',
        actions: mayChange && (
          <ButtonLink size="small" variant="secondary" to={`${base}/new`}>
            Add a paper
          </ButtonLink>
        ),
      }}
      query={useAnswer<typeof listVendorPapers>(papersPath, {})}
      what="The papers"
      rowsOf={({ papers }) => papers}
      keyOf={(paper) => paper.id}
      columns={columns}
      caption={() => 'Papers for procurement'}
      empty={{ title: 'No papers yet.', text: 'Companies often ask for a tax form and for insurance.' }}
      elsewhere={{ row: isNew ? blank : undefined, busy: false }}
      aside={(paper, close) => ({
        label: 'Paper',
        title: paper.title || 'New paper',
        body: (
          <>
            {isNew ? null : <a href={`/api/vendor-papers/${paper.id}/pdf`}>Open the PDF</a>}
            {mayChange ? <PaperForm key={paper.id} paper={paper} onDone={close} /> : null}
          </>
        ),
      })}
    />
  )
}
