import { altOf, focusOf, narrowPictureOf, pictureOf, wordsOf } from '../../lib/content.ts'
import { keyed } from '../../lib/keyed.ts'
import type { People } from '../../lib/people.ts'
import { AssetImage } from '../../ui/asset-image.tsx'
import styles from './people-list.module.css'

/** The people who teach: portrait, name, role, career and quote. */
export function PeopleList({ people }: { people: People['people'] }) {
  return (
    <ul className={styles.people}>
      {keyed(people, (person) => person.name).map(([key, person]) => (
        <li key={key}>
          <Portrait media={person.media} />
          <h3>
            <bdi>{person.name}</bdi>
          </h3>
          <p className={styles.role}>{wordsOf(person.role)}</p>
          {person.career.length > 0 ? (
            <ul className={styles.career}>
              {keyed(person.career, (line) => line).map(([key, line]) => (
                <li key={key}>{line}</li>
              ))}
            </ul>
          ) : null}
          {wordsOf(person.quote) ? (
            <blockquote className={styles.quote}>
              <p>“{wordsOf(person.quote)}”</p>
            </blockquote>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function Portrait({ media }: { media: People['people'][number]['media'] }) {
  const picture = pictureOf(media)
  if (!picture) return null
  return (
    <AssetImage
      src={picture}
      narrowSrc={narrowPictureOf(media)}
      alt={altOf(media)}
      width={320}
      height={360}
      style={focusOf(media)}
      className={styles.portrait ?? ''}
    />
  )
}
