import { Link } from 'react-router-dom'
import type { readToday } from '#platform/contract/today-contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { wholeNumber } from '../../lib/format.ts'
import admin from '../admin.module.css'
import { Loaded } from '../parts/loading-states.tsx'
import styles from './today.module.css'

type AreaOfWork = AnswerOf<typeof readToday>['areas'][number]

/** The page Today: what waits for this member of staff; each number opens the list that it counts. */
export function TodayPanel() {
  const query = useAnswer<typeof readToday>('/api/admin/today', {}, { onFocus: true })
  return (
    <section aria-labelledby="today-heading">
      <header className={admin.pageHead}>
        <h2 id="today-heading">What waits</h2>
      </header>
      <Loaded query={query} what="What waits">
        {({ areas }) => <Areas areas={areas} />}
      </Loaded>
    </section>
  )
}

function Areas({ areas }: { areas: readonly AreaOfWork[] }) {
  const isQuiet = areas.every(({ items }) => items.every(({ count }) => count === 0))
  return (
    <>
      {isQuiet ? <p className={styles.quiet}>Nothing waits.</p> : null}
      <div className={styles.areas}>
        {areas.map((area) => (
          <Area key={area.area} {...area} />
        ))}
      </div>
    </>
  )
}

function Area({ area, items }: AreaOfWork) {
  const some = items.filter(({ count }) => count > 0)
  const none = items.filter(({ count }) => count === 0)
  return (
    <section className={styles.area} aria-labelledby={`today-${area}`}>
      <h3 id={`today-${area}`}>{area}</h3>
      {some.length === 0 ? null : (
        <ul>
          {some.map(({ title, count, address }) => (
            <li key={title}>
              <Link to={`/admin${address}`}>
                <strong>{wholeNumber(count)}</strong> <span>{title}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {none.length === 0 ? null : (
        <p>
          Nothing waits:{' '}
          {none.map(({ title, address }, index) => (
            <span key={title}>
              {index === 0 ? '' : ', '}
              <Link to={`/admin${address}`}>{title}</Link>
            </span>
          ))}
        </p>
      )}
    </section>
  )
}
