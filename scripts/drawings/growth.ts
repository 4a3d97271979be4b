import type { Sheet } from './sheet.ts'
import { arcPath, curve, dice, type Point, polar, shortCurve } from './strokes.ts'

/** Roots (or, with a negative growth, a crown): each branch tapers, bends and divides. */
export function branches(
  sheet: Sheet,
  start: Point,
  options: {
    angle: number
    length: number
    depth: number
    width: number
    spread: number
    seed: number
    bend: number
    colour: 'i' | 'c'
  },
): void {
  const roll = dice(options.seed)
  const byWidth = new Map<number, string[]>()
  function grow(from: Point, angle: number, length: number, depth: number, width: number): void {
    const points: Point[] = [from]
    let here = from
    let heading = angle
    const steps = depth > 1 ? 4 : 2
    for (let step = 0; step < steps; step += 1) {
      heading += (roll() - 0.5) * options.bend + (90 - heading) * (options.angle > 0 ? 0.035 : 0)
      here = polar(here, length / steps, heading)
      points.push(here)
    }
    const middle = points[1] as Point
    const key = Math.max(Math.round(width * 10) / 10, 0.7)
    byWidth.set(key, [
      ...(byWidth.get(key) ?? []),
      steps === 2 ? shortCurve(from, middle, here) : curve(points),
    ])
    if (depth === 0) return
    const forks = depth > options.depth - 2 ? 3 : roll() > 0.35 ? 2 : 1
    for (let fork = 0; fork < forks; fork += 1) {
      const side = forks === 1 ? (roll() - 0.5) * 2 : (fork / (forks - 1)) * 2 - 1
      grow(
        here,
        heading + side * options.spread + (roll() - 0.5) * 14,
        length * (0.68 + roll() * 0.2),
        depth - 1,
        width * 0.66,
      )
    }
  }
  grow(start, options.angle, options.length, options.depth, options.width)
  for (const [width, paths] of [...byWidth].sort(([a], [b]) => b - a))
    sheet.stroke(options.colour, width, paths)
}

/** A crown of leaves as small arcs, denser to one side. */
export function crown(sheet: Sheet, centre: Point, radius: number, seed: number): void {
  const roll = dice(seed)
  const leaves: string[] = []
  for (let count = 0; count < radius * 2.4; count += 1) {
    const angle = roll() * 360
    const distance = Math.sqrt(roll()) * radius
    const [x, y] = polar(centre, distance, angle)
    const size = Math.round(7 + roll() * 11) / 2
    const turn = roll() * 360
    leaves.push(arcPath([x, y * 1], size, turn, turn + 120 + roll() * 60))
  }
  const rim: Point[] = []
  for (let step = 0; step < 22; step += 1)
    rim.push(polar(centre, radius * (1 + (roll() - 0.4) * 0.14), step * (360 / 22)))
  sheet.fill('p', curve(rim, true))
  sheet.within(curve(rim, true), (inner) => inner.stroke('s', 0.9, leaves))
  sheet.stroke('i', 1.7, rimOfLeaves(rim, seed))
}

function rimOfLeaves(rim: readonly Point[], seed: number): string[] {
  const roll = dice(seed + 5)
  return rim.map(([x, y], index) => {
    const next = rim[(index + 1) % rim.length] as Point
    const middle: Point = [
      (x + next[0]) / 2 + (y - next[1]) * -0.42 + (roll() - 0.5) * 3,
      (y + next[1]) / 2 + (next[0] - x) * -0.42,
    ]
    return shortCurve([x, y], middle, next)
  })
}
