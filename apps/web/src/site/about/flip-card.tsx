import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import styles from './flip-card.module.css'

export interface FlipCardProps {
  title: string
  content: string
  number: number
}

/**
 * A card with two sides. It turns on hover, click, tap, Enter and Space. Both sides are in the document, so that screen
 * readers read both.
 */
export function FlipCard({ title, content, number }: FlipCardProps) {
  const [turned, setTurned] = useState(false)
  return (
    <button type="button" className={styles.card} aria-pressed={turned} onClick={() => setTurned(!turned)}>
      <span className={styles.inner}>
        <span className={styles.front}>
          <Motif number={number} />
          <span className={styles.title}>{title}</span>
          <span className={styles.hint}>
            <RotateCw aria-hidden="true" strokeWidth={1.5} />
            Turn over
          </span>
        </span>
        <span className={styles.back}>
          <span className={styles.backTitle} aria-hidden="true">
            {title}
          </span>
          <span className={styles.content}>{content}</span>
        </span>
      </span>
    </button>
  )
}

/** The drawing of a card: a compass for the mission, a horizon for the vision. */
function Motif({ number }: { number: number }) {
  const rays = Array.from({ length: 13 }, (_, index) => -180 + index * 15)
  return (
    <svg
      className={styles.motif}
      viewBox={number % 2 === 0 ? '46 6 108 108' : '8 26 184 86'}
      fill="none"
      aria-hidden="true"
      strokeLinecap="round"
    >
      {number % 2 === 0 ? (
        <>
          <circle cx="100" cy="60" r="52" stroke="currentColor" strokeWidth="1.5" />
          <circle cx="100" cy="60" r="40" stroke="currentColor" strokeWidth=".75" />
          {Array.from({ length: 24 }, (_, index) => (
            <path
              // biome-ignore lint/suspicious/noArrayIndexKey: ticks have no identity but their index
              key={index}
              d="M100 8v8"
              stroke="currentColor"
              strokeWidth={index % 6 === 0 ? 1.75 : 0.75}
              transform={`rotate(${index * 15} 100 60)`}
            />
          ))}
          <path
            d="M100 60 118 18 108 64Z"
            fill="var(--copper)"
            stroke="var(--copper)"
            strokeWidth="1.5"
            strokeLinejoin="round"
          />
          <path
            d="M100 60 86 96l-4-1 10-38Z"
            stroke="var(--copper)"
            strokeWidth="1.5"
            strokeLinejoin="round"
          />
        </>
      ) : (
        <>
          <path d="M64 92a36 36 0 0 1 72 0" stroke="var(--copper)" strokeWidth="2" />
          <path d="M76 92a24 24 0 0 1 48 0M88 92a12 12 0 0 1 24 0" stroke="var(--copper)" strokeWidth="1" />
          {rays.map((angle) => (
            <path
              key={angle}
              d="M144 92h20"
              stroke="var(--copper)"
              strokeWidth="1.25"
              transform={`rotate(${angle} 100 92)`}
            />
          ))}
          <path d="M10 92h180" stroke="currentColor" strokeWidth="1.75" />
          <path
            d="M24 99c40 3 60-2 90 1s50 2 66 0M40 107c36 2 60-1 84 1s30 1 44 0"
            stroke="currentColor"
            strokeWidth=".85"
          />
        </>
      )}
    </svg>
  )
}
