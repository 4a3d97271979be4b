import type { OrganizationSeat } from './organization-api.ts'

/** Fewer are shown as they are. */
const few = 4

/** Nobody has it, nobody is invited to it, and it waits for nothing. */
const isIdle = ({ state, closing, cohort, hasPlace }: OrganizationSeat): boolean =>
  state === 'open' && !closing && (cohort === null || hasPlace)

/** Seats with something to see, and those that are just free: one line says all of them, where they are many. */
export function folded(seats: readonly OrganizationSeat[]): {
  shown: readonly OrganizationSeat[]
  rest: readonly OrganizationSeat[]
} {
  const rest = seats.filter(isIdle)
  return rest.length < few
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
