import { CirclePlay } from 'lucide-react'
import { finalAccount } from '#modules/leadership/cohorts/domain/cohort-record.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import { keyed } from '../../lib/keyed.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { Badge } from '../../ui/surface.tsx'
import { AssignmentBox, AssignmentState } from './assignment-box.tsx'
import type { Participation, Session, Week } from './own-program.ts'
import styles from './program.module.css'
import { allRecorded, dayRange, shortDay, timeAt } from './session-words.ts'

/** The twelve weeks, folded to a line each with the current one open: labs, recordings, assignments and material. */
export function WeekList({ program, zone }: { program: Participation; zone: string }) {
  const now = serverNow()
  const day = dayIn(program.cohort.timeZone, new Date(now))
  const current = program.weeks.find(({ to }) => day <= to)?.week
  const note = attendanceNote(program, now)
  return (
    <section className={styles.section} aria-labelledby="weeks-heading">
      <h2 id="weeks-heading">The twelve weeks</h2>
      {note === '' ? null : <p className={styles.note}>{note}</p>}
      <ol className={styles.weeks}>
        {program.weeks.map((week) => (
          <WeekItem
            key={week.week}
            program={program}
            week={week}
            zone={zone}
            now={now}
            day={day}
            isOpen={week.week === current}
          />
        ))}
      </ol>
      <section className={styles.final} aria-labelledby="final-heading">
        <h3 id="final-heading">Final account</h3>
        <AssignmentBox
          program={program}
          number={finalAccount}
          label="Final account of one change at your work"
          work={program.finalAccount}
        />
      </section>
    </section>
  )
}

/** How to take part in a week. That labs are recorded is said only as long as it holds. */
function attendanceNote({ sessions }: Participation, now: number): string {
  const times = sessions.filter(({ week }) => week === 1).length
  const recorded = allRecorded(sessions, now)
  if (times === 1) return recorded ? 'Can’t make it? Each lab is recorded.' : ''
  const held = `The live lab of each week is held at ${times === 2 ? 'two' : times} times.`
  return `${held} Join whichever suits you${recorded ? '; each is recorded' : ''}.`
}

interface WeekItemProps {
  program: Participation
  week: Week
  zone: string
  now: number
  /** Today in the cohort's time zone. */
  day: string
  isOpen: boolean
}

function WeekItem({ program, week: content, zone, now, day, isOpen }: WeekItemProps) {
  const { week, from, to, theme, lab, material } = content
  const isNow = from <= day && day <= to
  const sessions = program.sessions.filter((session) => session.week === week)
  const recordings = sessions.filter(
    ({ recording, endsAt }) => recording !== null && Date.parse(endsAt) <= now,
  )
  const given = program.assignments.find(({ number }) => number === week)
  return (
    <li className={styles.week} data-now={isNow || undefined}>
      <details open={isOpen}>
        <summary>
          <h3>
            Week {week}
            {theme === '' ? '' : `: ${theme}`}
          </h3>
          <p>
            {dayRange(from, to)}
            {program.coaching.windows.some((window) => window.week === week) ? ' · Private coaching' : ''}
          </p>
          <div className={styles.badges}>
            {isNow ? <Badge tone="info">This week</Badge> : null}
            {program.weeksAttended.includes(week) ? <Badge tone="good">Attended</Badge> : null}
            <AssignmentState given={given} />
            {to < day && given === undefined ? <Badge tone="warn">Not handed in</Badge> : null}
          </div>
        </summary>
        <div className={styles.weekBody}>
          <div className={styles.lab}>
            <h4>Live lab</h4>
            {lab === '' ? null : <p>{lab}</p>}
            <ul className={styles.labs}>
              {sessions.map((session) => (
                <Lab
                  key={session.id}
                  session={session}
                  zone={zone}
                  over={Date.parse(session.endsAt) <= now}
                />
              ))}
            </ul>
          </div>
          <AssignmentBox
            program={program}
            number={week}
            label={`Assignment of week ${week}`}
            work={content}
          />
          {material.length === 0 ? null : (
            <div className={styles.lab}>
              <h4 id={`material-${week}`}>Material</h4>
              <ul className={styles.material} aria-labelledby={`material-${week}`}>
                {keyed(material, ({ title }) => title).map(([key, { title, url }]) => (
                  <li key={key}>
                    <a href={url} target="_blank" rel="noreferrer">
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      </details>
      {recordings.length === 0 ? null : (
        <ul className={styles.recordings}>
          {recordings.map(({ id, startsAt, recording }) => (
            <li key={id}>
              <a href={recording ?? ''} target="_blank" rel="noreferrer">
                <CirclePlay aria-hidden="true" strokeWidth={1.5} />
                Recording of {shortDay(startsAt, zone)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function Lab({ session, zone, over }: { session: Session; zone: string; over: boolean }) {
  const { startsAt, endsAt, join, recording, week } = session
  const when = `${shortDay(startsAt, zone)}, ${timeAt(startsAt, zone)}`
  return (
    <li data-over={over || undefined}>
      <span>
        {when} to {timeAt(endsAt, zone)}
        {over && recording === null ? ', no recording yet' : ''}
      </span>
      {join === null || over ? null : (
        <a href={join} target="_blank" rel="noreferrer" aria-label={`Join the lab of week ${week}, ${when}`}>
          Join
        </a>
      )}
    </li>
  )
}
