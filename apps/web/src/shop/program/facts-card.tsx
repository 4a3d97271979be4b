import type { ReactNode } from 'react'
import type { Fields } from '#modules/content/contract.ts'
import { useConfig } from '../../lib/config.ts'
import { Card } from '../../ui/surface.tsx'
import styles from './facts-card.module.css'
import { Words, words } from './text.tsx'

export interface FactsCardProps {
  program: Fields<'certification-program'>
  /** "$2,500.00" */
  price: string
  action: ReactNode
}

/** The column that stays while one reads: what it costs, how long, what one has at the end, the next step. */
export function FactsCard({ program, price, action }: FactsCardProps) {
  const { duration, difficulty, certification } = program.programOverview
  const { nextCohort } = useConfig()
  const start = nextCohort || program.nextCohort
  return (
    <Card as="aside" className={styles.card} aria-label="The program at a glance">
      <p className={styles.price}>{price}</p>
      <p className={styles.terms}>One-time payment. No subscription.</p>
      <div className={styles.action}>{action}</div>
      <dl className={styles.facts}>
        <Fact name="Length">
          <Words text={duration} />
        </Fact>
        <Fact name="Coaching">2 private sessions</Fact>
        <Fact name="Credential">
          <Words text={certification} />
        </Fact>
        <Fact name="For whom">
          <Words text={difficulty} />
        </Fact>
        {words(start) === '' ? null : (
          <Fact name="Next cohort">
            <Words text={start} />
          </Fact>
        )}
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
