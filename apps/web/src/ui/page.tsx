import type { ReactNode } from 'react'
import { useDocumentTitle } from '../lib/document-title.ts'
import styles from './page.module.css'

type Width = 'wide' | 'reading' | 'narrow'

/** The main column: 1,200 px wide, 704 px for reading, 544 px for forms. */
export function Container({
  width = 'wide',
  className,
  children,
}: {
  width?: Width
  className?: string
  children: ReactNode
}) {
  return (
    <div
      className={[styles.container, width === 'wide' ? '' : styles[width], className]
        .filter(Boolean)
        .join(' ')}
    >
      {children}
    </div>
  )
}

export interface PageProps {
  /** The document's title, after the brand. */
  title: string
  /** The heading of the page; a page without one renders its own `<h1>`. */
  heading?: ReactNode
  lead?: ReactNode
  width?: Width
  children: ReactNode
}

/** A plain page: document title, main column below the header, heading and lead. */
export function Page({ title, heading, lead, width = 'wide', children }: PageProps) {
  useDocumentTitle(title)
  return (
    <div className={styles.page}>
      <Container width={width}>
        {heading ? (
          <header className={styles.head}>
            <h1>{heading}</h1>
            {lead ? <p className={styles.lead}>{lead}</p> : null}
          </header>
        ) : null}
        {children}
      </Container>
    </div>
  )
}
