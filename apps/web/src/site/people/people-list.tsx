import type { Text } from '#modules/content/contract.ts'
import { weightOf, wordsOf } from '../../lib/content.ts'
import { keyed } from '../../lib/keyed.ts'
import type { People } from '../../lib/people.ts'
import { Fold } from '../../ui/fold.tsx'
import styles from './people-list.module.css'
import { Portrait } from './portrait.tsx'

/** The people who teach: portrait, name, role, career and quote. */
export function PeopleList({ people }: { people: People['people'] }) {
  return (
    <ul className={styles.people}>
      {keyed(people, (person) => person.name).map(([key, person]) => (
        <li key={key}>
          <Portrait media={person.media} width={320} height={360} className={styles.portrait} />
          <h3>
            <bdi>{person.name}</bdi>
          </h3>
          <RoleAndLink {...person} />
          {person.career.length > 0 || wordsOf(person.quote) ? (
            <Fold className={styles.more} summary="Career">
              <ul className={styles.career}>
                {keyed(person.career, (line) => line).map(([key, line]) => (
                  <li key={key}>{line}</li>
                ))}
              </ul>
              {wordsOf(person.quote) ? (
                <blockquote className={styles.quote}>
                  <p>“{wordsOf(person.quote)}”</p>
                </blockquote>
              ) : null}
            </Fold>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

interface CheckablePerson {
  name: string
  role: Text
  employer?: Text | undefined
  link?: string | undefined
}

/** Role and employer in one line, and the link to a page about the person elsewhere, as far as the content has them. */
export function RoleAndLink({ name, role, employer, link }: CheckablePerson) {
  const line = [role, employer].map(wordsOf).filter(Boolean).join(', ')
  return (
    <>
      {line ? <span className={`${styles.role} ${weightOf(role)}`}>{line}</span> : null}
      {link ? (
        <a className={styles.link} href={link} rel="noopener noreferrer" target="_blank">
          <bdi>{name}</bdi> on {new URL(link).hostname.replace(/^www\./, '')}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </a>
      ) : null}
    </>
  )
}
