import { serverNow } from '../../lib/server-clock.ts'
import { Badge } from '../../ui/surface.tsx'
import styles from './program.module.css'
import type { Participation, Session } from './program-api.ts'
import { dayRange, shortDay, timeAt } from './session-words.ts'

/** The twelve weeks: when the labs are, where they are joined, and what is read for them. */
export function WeekList({ program, zone }: { program: Participation; zone: string }) {
  const today = new Date(serverNow()).toISOString()
  const current = program.weeks.find(({ week }) =>
    program.sessions.some((session) => session.week === week && session.endsAt > today),
  )
  const begun = (program.sessions[0]?.startsAt ?? '') <= today
  return (
    <section className={styles.section} aria-labelledby="weeks-heading">
      <h2 id="weeks-heading">The twelve weeks</h2>
      <p className={styles.note}>
        Each week has its live lab {times(program)}. Join whichever suits you; each is recorded.
      </p>
      <ol className={styles.weeks}>
        {program.weeks.map(({ week, from, to, material }) => (
          <li key={week} className={styles.week} data-now={(begun && current?.week === week) || undefined}>
            <div className={styles.weekHead}>
              <h3>Week {week}</h3>
              <p>{dayRange(from, to)}</p>
              {begun && current?.week === week ? <Badge tone="info">This week</Badge> : null}
              {program.coaching.windows.some((window) => window.week === week) ? (
                <p>Private coaching</p>
              ) : null}
            </div>
            <div className={styles.times}>
              <ul className={styles.labs}>
                {program.sessions
                  .filter((session) => session.week === week)
                  .map((session) => (
                    <Lab key={session.id} session={session} zone={zone} over={session.endsAt <= today} />
                  ))}
              </ul>
              {material.length === 0 ? null : (
                <ul className={styles.material} aria-label={`Material of week ${week}`}>
                  {material.map(({ title, url }) => (
                    <li key={`${title} ${url}`}>
                      <a href={url} target="_blank" rel="noreferrer">
                        {title}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

const times = ({ sessions }: Participation): string => {
  const labs = sessions.filter(({ week }) => week === 1).length
  return labs === 1 ? 'once' : `at ${labs === 2 ? 'two' : labs} times`
}

function Lab({ session, zone, over }: { session: Session; zone: string; over: boolean }) {
  const { startsAt, endsAt, join, week } = session
  const when = `${shortDay(startsAt, zone)}, ${timeAt(startsAt, zone)}`
  return (
    <li data-over={over || undefined}>
      <span>
        {when} to {timeAt(endsAt, zone)}
      </span>
      {join === null || over ? null : (
        <a href={join} target="_blank" rel="noreferrer" aria-label={`Join the lab of week ${week}, ${when}`}>
          Join
        </a>
      )}
    </li>
  )
}
