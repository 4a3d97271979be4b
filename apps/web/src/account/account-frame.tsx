import type { ReactNode } from 'react'
import { Page } from '../ui/page.tsx'
import styles from './account-frame.module.css'

export interface AccountFrameProps {
  /** Title of the document. */
  title: string
  heading: string
  lead?: ReactNode
  /** Shown beside the form: the product that the account is for. */
  aside?: ReactNode
  children: ReactNode
}

/** A form on the left, the product on the right; below 900 px the product comes first. */
export function AccountFrame({ title, heading, lead, aside, children }: AccountFrameProps) {
  return (
    <Page title={title}>
      <div className={styles.grid}>
        <div className={styles.form}>
          <header className={styles.head}>
            <h1>{heading}</h1>
            {lead ? <p className={styles.lead}>{lead}</p> : null}
          </header>
          {children}
        </div>
        <aside className={styles.aside} aria-label="About your account">
          {aside}
          <div className={styles.motif}>
            <KeelDrawing />
            <p>A keel is what nobody sees and everything rests on.</p>
          </div>
        </aside>
      </div>
    </Page>
  )
}

const ribs = [0, 1, 2, 3, 4, 5, 6]

/** Cross-section of a hull: frames on a keel, in copper and ink lines. */
function KeelDrawing() {
  return (
    <svg viewBox="0 0 320 220" fill="none" aria-hidden="true" className={styles.drawing}>
      <path d="M16 60h288" stroke="currentColor" strokeWidth="1" strokeDasharray="2 5" />
      {ribs.map((rib) => {
        const reach = 144 - rib * 18
        const depth = 168 - rib * 5
        return (
          <path
            key={rib}
            d={`M${160 - reach} ${40 + rib * 3}C${160 - reach} ${100 + rib * 2} ${160 - reach * 0.55} ${depth - 14} 160 ${depth}C${160 + reach * 0.55} ${depth - 14} ${160 + reach} ${100 + rib * 2} ${160 + reach} ${40 + rib * 3}`}
            stroke={rib === 0 ? 'var(--copper)' : 'currentColor'}
            strokeWidth={rib === 0 ? 2 : 1}
            opacity={rib === 0 ? 1 : 0.75 - rib * 0.07}
          />
        )
      })}
      <path d="M160 24v180" stroke="var(--copper)" strokeWidth="2" />
      <path d="M148 168h24l-6 36h-12z" stroke="var(--copper)" strokeWidth="2" fill="var(--copper-wash)" />
    </svg>
  )
}
