import type { Draw } from './draw.ts'

const day = 86_400_000
const hour = 3_600_000
/** January first: a slow summer, and the new year and September as they are with everybody who sells learning. */
const months = [1.25, 1.1, 1.1, 0.95, 1, 0.85, 0.6, 0.55, 1.25, 1.2, 1.1, 0.7]
/** Sunday first. */
const weekdays = [0.4, 1.15, 1.2, 1.15, 1.1, 0.85, 0.35]
/** By the hour, UTC. */
const hours = [2, 1, 1, 1, 1, 2, 4, 7, 11, 13, 14, 13, 11, 12, 14, 14, 13, 11, 9, 9, 10, 9, 6, 3]
const highest = 1.25 * 1.2 * 14

/** `count` moments from `start` to `end`, more of them where there is more business, and more towards the end. */
export function busyMoments(draw: Draw, start: number, end: number, count: number): number[] {
  const found: number[] = []
  while (found.length < count) {
    const at = start + draw.between(0, end - start)
    const growth = 0.55 + 0.45 * ((at - start) / (end - start))
    if (draw.between(0, highest) < busyness(at) * growth) found.push(Math.floor(at))
  }
  return found.sort((a, b) => a - b)
}

/** The first moment from `after` on at which an office is open, some minutes into its hours. */
export function officeMoment(draw: Draw, after: number): number {
  const into = draw.between(0, 8 * hour)
  for (let date = Math.floor(after / day) * day; ; date += day) {
    const at = date + 8 * hour + into
    const weekday = new Date(at).getUTCDay()
    if (at >= after && weekday !== 0 && weekday !== 6) return Math.floor(at)
  }
}

function busyness(at: number): number {
  const date = new Date(at)
  const month = months[date.getUTCMonth()] ?? 1
  const weekday = weekdays[date.getUTCDay()] ?? 1
  return month * weekday * (hours[date.getUTCHours()] ?? 1)
}
