import { CalendarPlus, Video } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dayInWords } from '#modules/leadership/cohorts/domain/cohort-plan.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { linkClass } from '../../ui/button.tsx'
import type { Participation } from './own-program.ts'
import styles from './program.module.css'
import { fullDay, nextSession, timeAt, timeUntil } from './session-words.ts'

/** Milliseconds between two updates; the countdown shows minutes. */
const tick = 15_000

/** The next session, the time until it begins, and its link. */
export function NextSession({ program, zone }: { program: Participation; zone: string }) {
  const [now, setNow] = useState(() => serverNow())
  useEffect(() => {
    const timer = window.setInterval(() => setNow(serverNow()), tick)
    return () => window.clearInterval(timer)
  }, [])
  const next = nextSession(program.sessions, now)
  if (next === undefined) {
    return (
      <section className={styles.next} aria-labelledby="next-session">
        <h2 id="next-session">Your twelve weeks are complete</h2>
        <p>The last live lab of your cohort was in the week ending {dayInWords(program.cohort.endsOn)}.</p>
      </section>
    )
  }
  const until = timeUntil(next.startsAt, now)
  const week = program.weeks.find((each) => each.week === next.week)
  return (
    <section className={styles.next} aria-labelledby="next-session">
      <p className={styles.over}>Week {next.week} of 12</p>
      <h2 id="next-session">{until === null ? 'Your live lab is in progress' : 'Your next live lab'}</h2>
      <p className={styles.moment}>
        {fullDay(next.startsAt, zone)}, {timeAt(next.startsAt, zone)} to {timeAt(next.endsAt, zone)}
      </p>
      {week?.theme ? (
        <p className={styles.topic}>
          <strong>{week.theme}.</strong> {week.lab}
        </p>
      ) : null}
      {until === null ? null : (
        <p role="timer" className={styles.until}>
          Begins in {until}
        </p>
      )}
      {next.join === null ? <p>The link to join appears here once it is set.</p> : null}
      <div className={styles.actions}>
        {next.join === null ? null : (
          <a className={linkClass({})} href={next.join} target="_blank" rel="noreferrer">
            <Video aria-hidden="true" strokeWidth={1.5} />
            Join the live lab
          </a>
        )}
        <a
          className={linkClass({ variant: 'secondary' })}
          href={`/api/program/${program.orderId}/sessions/${next.id}`}
          download={`week-${next.week}.ics`}
        >
          <CalendarPlus aria-hidden="true" strokeWidth={1.5} />
          Add to my calendar
        </a>
      </div>
    </section>
  )
}
