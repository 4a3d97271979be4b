import { Fragment, type ReactNode } from 'react'
import type { Page as ContentPage } from '#modules/content/contract.ts'
import { useConfig } from '../../lib/config.ts'
import { fieldsOf, useContent, wordsOf } from '../../lib/content.ts'
import { longDate } from '../../lib/format.ts'
import { keyed } from '../../lib/keyed.ts'
import { Page } from '../../ui/page.tsx'
import styles from './legal-page.module.css'

export interface LegalPageProps {
  builtIn: ContentPage
  /** Content to add below the clause with that id; at the end of the text if editors have removed the clause. */
  addition?: { clause: string; content: ReactNode }
}

/** Terms and privacy: a sticky table of contents, and clauses with headings. */
export function LegalPage({ builtIn, addition }: LegalPageProps) {
  const { page } = useContent(builtIn)
  const { supportEmail } = useConfig()
  const fields = fieldsOf(page, 'legal')
  const heading = wordsOf(fields.questions?.heading)
  const text = wordsOf(fields.questions?.text)
  return (
    <Page title={page.title} heading={wordsOf(fields.title)} lead={wordsOf(fields.introduction)}>
      <div className={styles.grid}>
        <nav className={styles.contents} aria-label="On this page">
          <p>In force from {longDate(`${fields.effectiveDate}T12:00:00Z`)}</p>
          <ol>
            {fields.clauses.map((clause) => (
              <li key={clause.id}>
                <a href={`#${clause.id}`}>{wordsOf(clause.heading)}</a>
              </li>
            ))}
            {heading && text ? (
              <li>
                <a href="#questions-heading">{heading}</a>
              </li>
            ) : null}
          </ol>
        </nav>
        <div className={styles.text}>
          {fields.clauses.map((clause) => (
            <section key={clause.id} id={clause.id} aria-labelledby={`${clause.id}-heading`}>
              <h2 id={`${clause.id}-heading`}>{wordsOf(clause.heading)}</h2>
              {keyed(clause.paragraphs, (paragraph) => paragraph).map(([key, paragraph]) => (
                <p key={key}>{paragraph}</p>
              ))}
              {clause.id === addition?.clause ? addition.content : null}
            </section>
          ))}
          {fields.clauses.some(({ id }) => id === addition?.clause) ? null : addition?.content}
          {heading && text ? (
            <section aria-labelledby="questions-heading">
              <h2 id="questions-heading">{heading}</h2>
              <p>
                {text.split('{email}').map((words, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one sentence have no identity but their index
                  <Fragment key={index}>
                    {index > 0 ? <a href={`mailto:${supportEmail}`}>{supportEmail}</a> : null}
                    {words}
                  </Fragment>
                ))}
              </p>
            </section>
          ) : null}
        </div>
      </div>
    </Page>
  )
}
