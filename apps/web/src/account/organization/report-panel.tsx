import { Download } from 'lucide-react'
import { useId } from 'react'
import type { sponsorReport } from '#modules/leadership/reports/contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import { linkClass } from '../../ui/button.tsx'
import styles from './organization.module.css'
import { ofOrders } from './organizations.ts'

/** The progress that the participants share with their organization, as files to show to others. */
export function ReportPanel({ organizationId }: { organizationId: string }) {
  const heading = useId()
  const path = '/api/organizations/:id/report'
  const { data } = useAnswer<typeof sponsorReport>(path, { params: { id: organizationId } }, ofOrders)
  if (!data?.rows.some(({ state }) => state !== 'not-claimed')) return null
  const file = (ending: string): string => `/api/organizations/${organizationId}/report.${ending}`
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>Report</h2>
      <p>{data.summary}</p>
      <p className={styles.note}>
        Labs, assignments and certificates of those who agreed. We email it to all managers after week 6 and
        after the last day. Participants decide for themselves, on their program page.
      </p>
      <div className={styles.actions}>
        <a className={linkClass({ variant: 'secondary', size: 'small' })} href={file('pdf')}>
          <Download aria-hidden="true" />
          Report (PDF)
        </a>
        <a className={linkClass({ variant: 'secondary', size: 'small' })} href={file('csv')}>
          <Download aria-hidden="true" />
          Report (CSV)
        </a>
      </div>
    </section>
  )
}
