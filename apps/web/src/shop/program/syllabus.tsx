import type { Fields } from '#modules/content/contract.ts'
import { coachingInWeek } from '#modules/leadership/cohorts/domain/coaching-weeks.ts'
import { weekDays } from '#platform/kernel/week-days.ts'
import { keyed } from '../../lib/keyed.ts'
import { Fold } from '../../ui/fold.tsx'
import styles from './syllabus.module.css'
import { Words, words } from './text.tsx'

type Week = NonNullable<Fields<'certification-program'>['syllabus']>[number]

interface SyllabusProps {
  weeks: readonly Week[]
  title: string
  /** The start of the next cohort as text; if it is a full date, each week shows its days. */
  start: string
  /** The weeks of the coaching sessions; undefined for the usual ones. */
  coachingWeeks: readonly number[] | undefined
}

/** The program week by week: theme, live lab, and assignment at work. Without weeks, only its anchor. */
export function Syllabus({ weeks, title, start, coachingWeeks }: SyllabusProps) {
  if (weeks.length === 0) return <div id="syllabus" />
  return (
    <section id="syllabus" className={styles.section}>
      <h2>{title}</h2>
      <ol className={styles.weeks}>
        {keyed(weeks, (week) => words(week.theme)).map(([key, week, index]) => (
          <li key={key}>
            <Fold
              row
              summary={
                <>
                  <span className={styles.week}>
                    Week {index + 1}
                    <WeekDays start={start} week={index + 1} />
                  </span>
                  <div>
                    <h3>
                      <Words text={week.theme} />
                    </h3>
                    {[coachingInWeek(index + 1, coachingWeeks), week.note].map((note) =>
                      words(note) === '' ? null : (
                        <p key={words(note)} className={styles.note}>
                          <Words text={note} />
                        </p>
                      ),
                    )}
                  </div>
                </>
              }
            >
              <dl className={styles.parts}>
                <div>
                  <dt>Live lab</dt>
                  <dd>
                    <Words text={week.lab} />
                  </dd>
                </div>
                <div>
                  <dt>At work</dt>
                  <dd>
                    <Words text={week.assignment} />
                  </dd>
                </div>
              </dl>
            </Fold>
          </li>
        ))}
      </ol>
    </section>
  )
}

function WeekDays({ start, week }: { start: string; week: number }) {
  const days = weekDays(start, week)
  return days === undefined ? null : <span className={styles.days}>{days}</span>
}
