import { Link } from 'react-router-dom'
import { wordsOf } from '../../lib/content.ts'
import { keyed } from '../../lib/keyed.ts'
import { usePeople } from '../../lib/people.ts'
import { Companies } from '../people/companies.tsx'
import { Portrait } from '../people/portrait.tsx'
import styles from './faces.module.css'

/** The people who teach: portraits, names and roles, with a link to the about page. */
export function Faces() {
  const people = usePeople()
  if (!people || people.people.length === 0) return null
  return (
    <div className={styles.faces}>
      <h3>{wordsOf(people.title)}</h3>
      <ul>
        {keyed(people.people, ({ name }) => name).map(([key, { name, role, media }]) => (
          <li key={key}>
            <Portrait media={media} alt="" width={96} height={108} className={styles.face} />
            <p>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              <span>{wordsOf(role)}</span>
            </p>
          </li>
        ))}
      </ul>
      <Link to="/aboutus#people">What they have done</Link>
    </div>
  )
}

/** The companies of participants. */
export function KnownCompanies() {
  const people = usePeople()
  return people ? <Companies title={people.logosTitle} logos={people.logos} /> : null
}
