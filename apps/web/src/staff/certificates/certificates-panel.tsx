import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { listCredentials } from '#modules/leadership/credentials/contract-staff.ts'
import { type AddressForm, pageIn, pageText, useAddressState } from '../../lib/address-state.ts'
import { useAnswer } from '../../lib/answers.ts'
import { utcDate } from '../../lib/format.ts'
import { useSettled } from '../../lib/settled.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from '../cohorts/cohorts.module.css'
import { certificateAddress, cohortAddress } from '../frame/addresses.ts'
import type { Column } from '../parts/column.ts'
import { Addressed, RecordList } from '../parts/record-list.tsx'
import { causeWords, StateBadge } from './state-badge.tsx'
import { type Listed, type Step, StepDialog, stepsOf, verbOf } from './step-form.tsx'

const form: AddressForm<{ text: string; page: number }> = {
  read: (query) => ({ text: query.get('name') ?? '', page: pageIn(query) }),
  write: ({ text, page }) => ({ name: text, page: pageText(page) }),
}

/** The list of awarded certificates, searchable by name, and the steps for one. */
export const CertificatesPanel = () => <Addressed view={Certificates} />

function Certificates() {
  const [view, setView] = useAddressState(form)
  const text = useSettled(view.text.trim())
  const query = useAnswer<typeof listCredentials>(
    '/api/admin/credentials',
    { query: { page: view.page, text } },
    { keep: true },
  )
  return (
    <RecordList
      base={certificateAddress()}
      heading={{
        title: 'Certificates',
        level: 2,
        intro: (
          <>
            Certificates are awarded on the page of a <Link to={cohortAddress()}>cohort</Link>. A full refund
            or a lost dispute withdraws a certificate automatically, and an open dispute suspends it.
          </>
        ),
      }}
      filters={
        <Field
          type="search"
          label="Search by name"
          maxLength={80}
          value={view.text}
          onChange={(event) => setView({ text: event.target.value, page: 1 }, 'later')}
        />
      }
      query={query}
      what="The certificates"
      before={({ asked }) =>
        asked === 0 ? null : (
          <Notice
            tone="info"
            title={
              asked === 1 ? 'One holder has requested a renewal' : `${asked} holders have requested a renewal`
            }
          >
            They are first in the list, longest waiting first.
          </Notice>
        )
      }
      rowsOf={({ credentials }) => credentials}
      keyOf={({ id }) => id}
      columns={columns}
      caption={() => 'Certificates'}
      empty={
        view.text === ''
          ? {
              title: 'No certificates yet.',
              text: 'Participants who finish a program are proposed on the page of their cohort.',
            }
          : { title: 'No certificates match.', text: 'Change or clear the search to see others.' }
      }
      pages={{
        of: ({ total, pageSize }) => ({ total, pageSize, page: view.page }),
        what: query.data?.total === 1 ? 'certificate' : 'certificates',
        onPage: (page) => setView({ ...view, page }, 'push'),
      }}
      aside={(credential) => ({
        label: 'Certificate',
        title: <bdi>{credential.name ?? 'Erased person'}</bdi>,
        body: <Steps credential={credential} />,
      })}
    />
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
