import { finalAccount } from '#modules/leadership/domain/cohort-record.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import { keyed } from '../../lib/keyed.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { Badge } from '../../ui/surface.tsx'
import { AssignmentBox } from './assignment-box.tsx'
import styles from './program.module.css'
import type { Participation, Session } from './program-api.ts'
import { dayRange, shortDay, timeAt } from './session-words.ts'

/** The twelve weeks: times and links of the labs, material and assignments. */
export function WeekList({ program, zone }: { program: Participation; zone: string }) {
  const today = new Date(serverNow()).toISOString()
  const day = dayIn(program.cohort.timeZone, new Date(today))
  const begun = program.begun
  return (
    <section className={styles.section} aria-labelledby="weeks-heading">
      <h2 id="weeks-heading">The twelve weeks</h2>
      <p className={styles.note}>
        The live lab of each week is held {times(program)}. Join whichever suits you; each is recorded.
      </p>
      <ol className={styles.weeks}>
        {program.weeks.map(({ week, from, to, material }) => (
          <li key={week} className={styles.week} data-now={(from <= day && day <= to) || undefined}>
            <div className={styles.weekHead}>
              <h3>Week {week}</h3>
              <p>{dayRange(from, to)}</p>
              {from <= day && day <= to ? <Badge tone="info">This week</Badge> : null}
              {program.weeksAttended.includes(week) ? <Badge tone="good">Attended</Badge> : null}
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
                  {keyed(material, ({ title }) => title).map(([key, { title, url }]) => (
                    <li key={key}>
                      <a href={url} target="_blank" rel="noreferrer">
                        {title}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
              <AssignmentBox
                orderId={program.orderId}
                number={week}
                label={`Assignment of week ${week}`}
                given={program.assignments.find(({ number }) => number === week)}
                begun={begun}
              />
            </div>
          </li>
        ))}
      </ol>
      <AssignmentBox
        orderId={program.orderId}
        number={finalAccount}
        label="Final account of one change at your work"
        given={program.assignments.find(({ number }) => number === finalAccount)}
        begun={begun}
      />
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
