import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ComponentType, HTMLAttributes, ReactNode, SVGProps } from 'react'
import styles from './surface.module.css'

export type Tone = 'good' | 'warn' | 'bad' | 'info'

const icons: Record<Tone, ComponentType<SVGProps<SVGSVGElement>>> = {
  good: CircleCheck,
  warn: TriangleAlert,
  bad: CircleAlert,
  info: Info,
}

export interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'aside' | 'li'
}

/** A box with a border. */
export function Card({ as: Tag = 'div', className, ...rest }: CardProps) {
  return <Tag {...rest} className={[styles.card, className].filter(Boolean).join(' ')} />
}

/** A state in one or two words, with an icon and a color, so that color is not its only sign. */
export function Badge({
  tone,
  icon: Icon = icons[tone],
  children,
}: {
  tone: Tone
  icon?: ComponentType<SVGProps<SVGSVGElement>>
  children: ReactNode
}) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      <Icon aria-hidden="true" />
      {children}
    </span>
  )
}

export interface NoticeProps {
  tone: Tone
  title?: ReactNode
  children?: ReactNode
  /** Buttons or links under the text. */
  actions?: ReactNode
  /** Screen readers announce it when it appears: for events that have just happened. */
  announce?: boolean
  className?: string
}

/** A message in the page: what happened and what to do. */
export function Notice({ tone, title, children, actions, announce = false, className }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div
      className={[styles.notice, styles[tone], className].filter(Boolean).join(' ')}
      role={announce ? (tone === 'bad' ? 'alert' : 'status') : undefined}
    >
      <Icon aria-hidden="true" />
      <div>
        {title ? <p className={styles.noticeTitle}>{title}</p> : null}
        {children ? <div>{children}</div> : null}
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
    </div>
  )
}

/** A grey placeholder in the layout of loading content. Screen readers skip it, so render "Loading…" beside it. */
export function Skeleton({
  shape = 'line',
  className,
}: {
  shape?: 'line' | 'short' | 'title' | 'block'
  className?: string
}) {
  const name = shape === 'short' ? `${styles.line} ${styles.short}` : styles[shape]
  return <span aria-hidden="true" className={[styles.skeleton, name, className].filter(Boolean).join(' ')} />
}

/** A spinning wheel with a label. */
export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <span className={styles.spinner} role="status">
      <span className={styles.wheel} aria-hidden="true" />
      {label}
    </span>
  )
}
