import { useId, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import layout from '../parts/layout.module.css'
import { eventTextOf } from './event-texts.ts'
import { ledgerMoment } from './moments.ts'
import type { OrderEvent } from './order-answers.ts'
import styles from './version-slider.module.css'

/** The version at a moment (UTC, `2026-11-21T14:05:09`); the first version for any moment before it. */
function versionAt(events: readonly OrderEvent[], moment: string): number | undefined {
  const at = new Date(`${moment}Z`).getTime()
  if (Number.isNaN(at)) return undefined
  const reached = events.findLast((event) => Math.floor(Date.parse(event.occurredAt) / 1000) * 1000 <= at)
  return reached?.version ?? events[0]?.version
}

interface VersionSliderProps {
  events: readonly OrderEvent[]
  shown: number
  onShow: (version: number) => void
}

/** A slider over all versions. Arrows move by one, Page Up and Down by more, Home and End to the ends. */
export function VersionSlider({ events, shown, onShow }: VersionSliderProps) {
  const id = useId()
  const count = events.length
  const event = events.find(({ version }) => version === shown)
  // Keeps the typed text, also an incomplete date, while its version is the shown one.
  const [typed, setTyped] = useState({ text: '', version: 0 })

  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.caption}>
        <h3 id={id} className={layout.heading}>
          Version {shown} of {count}
        </h3>
        <p>{event ? `${eventTextOf(event).sentence} ${ledgerMoment(event.recordedAt)}` : ''}</p>
        <div className={styles.moment}>
          <Field
            label="As of, UTC"
            type="datetime-local"
            step="1"
            value={typed.version === shown ? typed.text : (event?.occurredAt.slice(0, 19) ?? '')}
            onChange={({ target }) => {
              const version = versionAt(events, target.value) ?? shown
              setTyped({ text: target.value, version })
              if (version !== shown) onShow(version)
            }}
            onBlur={() => typed.text === '' && setTyped({ text: '', version: 0 })}
          />
        </div>
      </div>
      <input
        type="range"
        className={styles.slider}
        min={1}
        max={Math.max(1, count)}
        step={1}
        value={shown}
        disabled={count < 2}
        aria-label="Version of the order"
        aria-valuetext={
          event ? `Version ${shown} of ${count}: ${eventTextOf(event).short}` : `Version ${shown}`
        }
        onChange={({ target }) => onShow(Number(target.value))}
      />
    </section>
  )
}
