import { Field } from '../../ui/field.tsx'
import type { OrderSeats } from './order-answers.ts'

type Seat = OrderSeats['toClose'][number]

/** The seats to close for a typed number; undefined if it is not a number from 0 to all of them. */
export function seatsToClose(typed: string, seats: OrderSeats | null): readonly Seat[] | undefined {
  const count = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : undefined
  const known = seats?.toClose ?? []
  return count === undefined || count > known.length ? undefined : known.slice(0, count)
}

/** "seat 3, seat 2 (invited), seat 1 of Ada Lovelace" */
export const seatWords = (closed: readonly Seat[]): string =>
  closed
    .map(({ number, name, claimed, invited }) => {
      if (claimed) return `seat ${number} of ${name ?? 'an erased person'}`
      return invited ? `seat ${number} (invited)` : `seat ${number}`
    })
    .join(', ')

/** Which seats a typed number closes, and who loses a place. */
export function seatsHelp(typed: string, seats: OrderSeats): string {
  const closed = seatsToClose(typed, seats) ?? []
  const people = closed.filter(({ claimed }) => claimed).length
  const losing =
    people === 0 ? '' : ` ${people === 1 ? 'One person loses' : `${people} people lose`} a place.`
  return closed.length === 0
    ? `0 to ${seats.toClose.length}. Unclaimed seats are closed first.`
    : `Closes ${seatWords(closed)}.${losing}`
}

interface RefundSeatsProps {
  seats: OrderSeats
  typed: string
  error: string | undefined
  onChange: (typed: string) => void
}

/** How many and which seats of an organization a partial refund closes. */
export function RefundSeats({ seats, typed, error, onChange }: RefundSeatsProps) {
  return (
    <Field
      label="Seats to close"
      name="seats"
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      help={seatsHelp(typed, seats)}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** The seats as a request names them: with the ones that are shown as claimed, because somebody may claim another one meanwhile. */
export const namedSeats = (seats: readonly Seat[]) => ({
  seatIds: seats.map(({ id }) => id),
  claimedSeatIds: seats.filter(({ claimed }) => claimed).map(({ id }) => id),
})
