import type { ReactNode } from 'react'
import type { Fields, Text } from '#modules/content/contract.ts'
import { Fold } from '../../ui/fold.tsx'
import { Card } from '../../ui/surface.tsx'
import { DateChoice, type DateChoiceProps } from '../cohorts/date-choice.tsx'
import styles from './facts-card.module.css'
import { Guarantee } from './guarantee.tsx'
import { Words, words } from './text.tsx'

export interface FactsCardProps {
  program: Fields<'certification-program'>
  /** "$2,500.00" */
  price: string
  /** The start of the next cohort, if there is one. */
  start: Text | undefined
  action: ReactNode
  /** The dates that can be booked. */
  choice: DateChoiceProps
}

/** The sticky column of the program page: price, dates, Enroll button, length, coaching and credential. */
export function FactsCard({ program, price, start, action, choice }: FactsCardProps) {
  const { duration, difficulty, certification } = program.programOverview
  return (
    <Card as="aside" className={styles.card} aria-label="The program at a glance">
      <p className={styles.price}>{price}</p>
      <p className={styles.terms}>One-time payment. No subscription.</p>
      {choice.dates.length > 0 ? <DateChoice {...choice} /> : null}
      <div className={styles.action}>{action}</div>
      <Guarantee />
      <Fold summary={<strong>At a glance</strong>} className={styles.glance}>
        <dl className={styles.facts}>
          <Fact name="Length">
            <Words text={duration} />
          </Fact>
          <Fact name="Coaching">2 private sessions</Fact>
          <Fact name="Credential">
            <Words text={certification} />
          </Fact>
          <Fact name="Who it is for">
            <Words text={difficulty} />
          </Fact>
          {words(start) === '' || choice.dates.length > 0 ? null : (
            <Fact name="Next cohort">
              <Words text={start} />
            </Fact>
          )}
        </dl>
      </Fold>
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
