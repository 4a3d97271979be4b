import { longDate, shortOrderId } from '../../lib/format.ts'
import styles from './place-card.module.css'

export interface PlaceCardProps {
  participant: string
  program: string
  orderId: string
  since: string
}

/** A card in the style of the certificate, with the participant's name. */
export function PlaceCard({ participant, program, orderId, since }: PlaceCardProps) {
  return (
    <figure
      className={styles.card}
      aria-label={`A place in the ${program}${participant ? ` for ${participant}` : ''}`}
    >
      <Guilloche />
      <figcaption className={styles.words}>
        <span className={styles.small}>This confirms the place of</span>
        <span className={styles.name} dir="auto">
          {participant || 'you'}
        </span>
        <span className={styles.small}>in the</span>
        <span className={styles.program}>{program}</span>
        <span className={styles.foot}>
          <span>{longDate(since)}</span>
          <span>No. {shortOrderId(orderId)}</span>
        </span>
      </figcaption>
    </figure>
  )
}

const turns = Array.from({ length: 18 }, (_, index) => index * 10)

/** The line drawing of a certificate: ellipses rotated about one centre, and a double frame. */
function Guilloche() {
  return (
    <svg
      viewBox="0 0 640 420"
      fill="none"
      aria-hidden="true"
      className={styles.lines}
      preserveAspectRatio="none"
    >
      <rect x="14" y="14" width="612" height="392" rx="6" stroke="var(--copper)" strokeWidth="1.5" />
      <rect x="22" y="22" width="596" height="376" rx="3" stroke="var(--edge)" strokeWidth="0.75" />
      <g stroke="var(--copper)" strokeWidth="0.6" opacity="0.3" transform="translate(320 210) scale(1.55 1)">
        {turns.map((turn) => (
          <ellipse key={turn} rx="176" ry="74" transform={`rotate(${turn})`} />
        ))}
      </g>
    </svg>
  )
}
