import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { listCredentials } from '#modules/leadership/credentials/contract-staff.ts'
import { useAddressState } from '../../lib/address-state.ts'
import { useAnswer } from '../../lib/answers.ts'
import { utcDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import admin from '../admin.module.css'
import styles from '../cohorts/cohorts.module.css'
import { cohortAddress } from '../frame/addresses.ts'
import type { Column } from '../parts/column.ts'
import detailsStyles from '../parts/details.module.css'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { Pager } from '../parts/pager.tsx'
import { Table } from '../parts/table.tsx'
import { causeWords, StateBadge } from './state-badge.tsx'
import { type Listed, type Step, StepDialog, stepsOf, verbOf } from './step-form.tsx'

const form = {
  read: (query: URLSearchParams) => ({
    text: query.get('name') ?? '',
    page: Math.max(1, Math.trunc(Number(query.get('page')) || 1)),
  }),
  write: ({ text, page }: { text: string; page: number }) => ({
    name: text,
    page: page === 1 ? undefined : String(page),
  }),
}

/** The list of awarded certificates, searchable by name, and the steps for one. */
export function CertificatesPanel() {
  const [query, setQuery] = useAddressState(form)
  const found = useAnswer<typeof listCredentials>(
    '/api/admin/credentials',
    { query: { page: query.page, text: query.text.trim() } },
    { keep: true },
  )
  if (found.isLoadingError)
    return <Trouble what="The certificates" failure={found.error} onRetry={() => void found.refetch()} />
  return (
    <div className={admin.stack}>
      <header className={admin.pageHead}>
        <h2>Certificates</h2>
      </header>
      <p className={styles.effect}>
        Certificates are awarded on the page of a <Link to={cohortAddress()}>cohort</Link>. A full refund or a
        lost dispute withdraws a certificate automatically, and an open dispute suspends it.
      </p>
      {found.data && found.data.asked > 0 ? (
        <Notice
          tone="info"
          title={
            found.data.asked === 1
              ? 'One holder has requested a renewal'
              : `${found.data.asked} holders have requested a renewal`
          }
        >
          They are first in the list, longest waiting first.
        </Notice>
      ) : null}
      <Field
        type="search"
        label="Search by name"
        maxLength={80}
        value={query.text}
        onChange={(event) => setQuery({ text: event.target.value, page: 1 }, 'later')}
      />
      {!found.data ? (
        <SkeletonLines what="the certificates" />
      ) : (
        <>
          <Table
            caption="Certificates"
            columns={columns}
            rows={found.data.credentials}
            keyOf={({ id }) => id}
            busy={found.isPlaceholderData}
            whole
            details={{
              head: 'Steps',
              label: ({ name }) => `Steps for the certificate of ${name ?? 'an erased person'}`,
              render: (credential) => <Steps credential={credential} />,
            }}
            empty={
              <div className={detailsStyles.empty}>
                <p>
                  {query.text === '' && query.page === 1
                    ? 'No certificates yet. Participants who finish a program are proposed on the page of their cohort.'
                    : 'No certificates match.'}
                </p>
              </div>
            }
          />
          {found.data.total > found.data.pageSize ? (
            <Pager
              page={query.page}
              pageSize={found.data.pageSize}
              total={found.data.total}
              what="certificates"
              busy={found.isPlaceholderData}
              onPage={(page) => setQuery({ ...query, page }, 'push')}
            />
          ) : null}
        </>
      )}
    </div>
  )
}

const columns: Column<Listed>[] = [
  {
    id: 'name',
    label: 'Name',
    namesRow: true,
    cell: ({ name }) => <bdi>{name ?? 'Erased person'}</bdi>,
  },
  {
    id: 'state',
    label: 'State',
    cell: (credential) => (
      <>
        <StateBadge state={credential.state} />
        {credential.cause === null ? null : <p className={styles.effect}>{causeWords(credential)}</p>}
        {credential.renewalAskedAt === null ? null : (
          <p className={styles.effect}>Renewal requested on {utcDate(credential.renewalAskedAt)}</p>
        )}
      </>
    ),
  },
  { id: 'awarded', label: 'Awarded', nowrap: true, cell: ({ awardedAt }) => utcDate(awardedAt) },
  { id: 'until', label: 'Valid until', nowrap: true, cell: ({ validUntil }) => utcDate(validUntil) },
]

function Steps({ credential }: { credential: Listed }) {
  const [step, take] = useState<Step>()
  const steps = stepsOf(credential)
  return (
    <div className={styles.actions}>
      {credential.state === 'erased' ? null : (
        <a href={credential.address} target="_blank" rel="noreferrer">
          View its page
        </a>
      )}
      <Link to={cohortAddress(credential.cohortId)}>Open the cohort</Link>
      {steps.map((each) => (
        <Button key={each} size="small" variant="secondary" onClick={() => take(each)}>
          {verbOf(each)}
        </Button>
      ))}
      <StepDialog credential={credential} step={step} onClose={() => take(undefined)} />
    </div>
  )
}
