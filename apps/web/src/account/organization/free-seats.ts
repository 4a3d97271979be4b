import type { OrganizationSeat } from './organizations.ts'

/** From this number of free seats on, one line summarizes them. */
const summarizedFrom = 4

/** Not claimed, without an invitation, not being refunded, and not waiting for a date. */
const isIdle = ({ state, closing, cohort, hasPlace }: OrganizationSeat): boolean =>
  state === 'open' && !closing && (cohort === null || hasPlace)

/** Separates the free seats from the others where they are many, so that one line can summarize them. */
export function splitFreeSeats(seats: readonly OrganizationSeat[]): {
  shown: readonly OrganizationSeat[]
  rest: readonly OrganizationSeat[]
} {
  const rest = seats.filter(isIdle)
  return rest.length < summarizedFrom
    ? { shown: seats, rest: [] }
    : { shown: seats.filter((seat) => !isIdle(seat)), rest }
}

/** "seats 3, 5 to 9 and 12", of seats in the order of their numbers. */
export function numbersOf(seats: readonly { number: number }[]): string {
  const runs: [number, number][] = []
  for (const { number } of seats) {
    const last = runs.at(-1)
    if (last?.[1] === number - 1) last[1] = number
    else runs.push([number, number])
  }
  const words = runs.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`))
  const list = words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
  return `${seats.length === 1 ? 'seat' : 'seats'} ${list}`
}
