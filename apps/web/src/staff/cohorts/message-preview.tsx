import { Fragment } from 'react'
import { paragraphsOf, partsOf } from '#platform/kernel/prose.ts'
import styles from './cohorts.module.css'

/** A mail as its first recipient sees it. */
export function MessagePreview({
  subject,
  text,
  firstName,
}: {
  subject: string
  text: string
  firstName: string
}) {
  return (
    <article className={styles.mailPreview} aria-label="The email">
      <h3>{subject}</h3>
      <p>Hello {firstName},</p>
      <Prose text={text} />
      <p className={styles.effect}>
        A button “Open your program” and our address are added. Each recipient sees their own first name.
      </p>
    </article>
  )
}

/** Paragraphs of plain text, with URLs as links. */
export function Prose({ text }: { text: string }) {
  return paragraphsOf(text).map((paragraph, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of one text, which are not sorted
    <p key={at} className={styles.text}>
      {partsOf(paragraph).map((part, index) =>
        part.isLink ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <a key={index} href={part.text} target="_blank" rel="noreferrer noopener">
            {part.text}
          </a>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Fragment key={index}>{part.text}</Fragment>
        ),
      )}
    </p>
  ))
}
