import type { Sheet } from './sheet.ts'
import { curve, dice, drift, layer, type Point, polar, segment } from './strokes.ts'

/** Layers of ground from `top` down: closer at the surface, each following the one above. */
export function strata(
  sheet: Sheet,
  from: number,
  to: number,
  top: number,
  bottom: number,
  seed: number,
  copperEvery = 5,
): void {
  let y = top
  let index = 0
  let gap = 7
  while (y < bottom) {
    const base = y
    const depth = index
    const path = layer(
      from,
      to,
      (x) =>
        base + drift(x / 90 + depth * 0.13, seed) * (5 + depth * 0.9) + drift(x / 31, seed + depth) * 1.1,
      34,
    )
    const copper = index > 0 && index % copperEvery === 0
    sheet.stroke(copper ? 'c' : index % 3 === 0 ? 'i' : 's', copper ? 1.5 : index % 3 === 0 ? 1.1 : 0.8, path)
    if (index % 4 === 2) sheet.stroke('s', 0.8, grains(from, to, base + gap / 2, gap, seed + depth, depth))
    y += gap
    gap *= 1.13
    index += 1
  }
}

function grains(from: number, to: number, y: number, room: number, seed: number, depth: number): string[] {
  const roll = dice(Math.round(seed * 977))
  const marks: string[] = []
  for (let x = from + 6; x < to - 6; x += 9 + roll() * 22) {
    const top =
      y + drift(x / 90 + depth * 0.13, seed - depth) * (5 + depth * 0.9) + (roll() - 0.5) * room * 0.3
    const lean = (roll() - 0.5) * 3
    marks.push(segment([x, top], [x + 3 + roll() * 4, top + lean]))
  }
  return marks
}

/** Water: broken lines that thin out downwards. */
export function water(
  sheet: Sheet,
  from: number,
  to: number,
  top: number,
  rows: number,
  seed: number,
  part: (x: number, y: number) => boolean = () => true,
): void {
  const roll = dice(seed * 31 + 7)
  const lines: string[] = []
  for (let row = 0; row < rows; row += 1) {
    const y = top + row * (5.5 + row * 0.55)
    let x = from + roll() * 24
    while (x < to) {
      const length = 16 + roll() * (70 - row * 3)
      const end = Math.min(x + length, to)
      if (part(x, y) && part(end, y) && part((x + end) / 2, y)) {
        lines.push(
          layer(x, end, (at) => y + Math.sin(at / 9 + row * 1.7) * Math.max(1.5 - row * 0.12, 0.3), 6),
        )
      }
      x = end + 8 + roll() * (12 + row * 7)
    }
  }
  sheet.stroke('i', 1, lines)
}

/** Lines of equal height around a summit, as on a map. */
export function contours(sheet: Sheet, [x, y]: Point, radius: number, rings: number, seed: number): void {
  for (let ring = 1; ring <= rings; ring += 1) {
    const points: Point[] = []
    for (let step = 0; step < 40; step += 1) {
      const angle = step * 9
      const wobble =
        1 +
        drift(
          Math.cos((angle * Math.PI) / 180) * 2 + Math.sin((angle * Math.PI) / 180) * 3.1 + ring * 0.08,
          seed,
        ) *
          0.2
      points.push(polar([x, y], (radius * ring * wobble) / rings, angle))
    }
    sheet.stroke(ring % 5 === 0 ? 'c' : 's', ring % 5 === 0 ? 1.3 : 0.8, curve(points, true))
  }
}
