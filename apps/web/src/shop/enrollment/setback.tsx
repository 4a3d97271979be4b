import { CircleAlert, Clock3, Lock, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useConfig } from '../../lib/config.ts'
import { Notice, type Tone } from '../../ui/surface.tsx'
import styles from './setback.module.css'

const icons = { problem: CircleAlert, locked: Lock, waiting: Clock3, back: Undo2 } as const

export interface SetbackProps {
  kind: keyof typeof icons
  heading: string
  /** What happened, in one sentence. */
  message?: string | undefined
  tone?: Tone
  /** The consequence for the payment, and what to do. */
  children?: ReactNode
  actions: ReactNode
  /** Whether to show the line with the support address. */
  support?: boolean
}

/** A page for a step of the purchase that cannot continue: what happened, its consequence, and the next steps. */
export function Setback(props: SetbackProps) {
  const { kind, heading, message, tone = 'bad', children, actions, support = true } = props
  const { supportEmail } = useConfig()
  const Icon = icons[kind]
  return (
    <div className={styles.setback}>
      <span className={`${styles.icon} ${kind === 'problem' ? styles.bad : ''}`} aria-hidden="true">
        <Icon strokeWidth={1.5} />
      </span>
      <h1>{heading}</h1>
      {message ? (
        <Notice tone={tone} announce>
          <p>{message}</p>
        </Notice>
      ) : null}
      {children ? <div className={styles.words}>{children}</div> : null}
      <div className={styles.actions}>{actions}</div>
      {support ? (
        <p className={styles.foot}>
          Questions? Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. Support replies within 1
          business day.
        </p>
      ) : null}
    </div>
  )
}

/** "Contact Support": opens the visitor's own mail program. */
export function SupportLink() {
  const { supportEmail } = useConfig()
  return (
    <a className={styles.support} href={`mailto:${supportEmail}`}>
      Contact Support
    </a>
  )
}
