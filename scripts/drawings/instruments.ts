import type { Sheet } from './sheet.ts'
import { circlePath, curve, hatch, type Point, polar, polyline, segment } from './strokes.ts'

/** A stone arch in elevation, from springing to springing. */
export function arch(
  sheet: Sheet,
  [x, spring]: Point,
  half: number,
  rise: number,
  depth: number,
  stones: number,
): void {
  const inner: Point[] = []
  const outer: Point[] = []
  const joints: string[] = []
  for (let stone = 0; stone <= stones; stone += 1) {
    const angle = 180 + (180 * stone) / stones
    const cos = Math.cos((angle * Math.PI) / 180)
    const sin = Math.sin((angle * Math.PI) / 180)
    const low: Point = [x + cos * half, spring + sin * rise]
    const high: Point = [x + cos * (half + depth), spring + sin * (rise + depth)]
    inner.push(low)
    outer.push(high)
    joints.push(segment(low, high))
  }
  sheet.fill('w', `${curve(inner)}L${curve([...outer].reverse()).slice(1)}Z`)
  sheet.stroke('c', 1.3, joints)
  sheet.stroke('c', 2.4, [curve(inner), curve(outer)])
}

/** A compass rose with its ring of degrees. */
export function compassRose(sheet: Sheet, centre: Point, radius: number, bearing: number): void {
  const ring: string[] = []
  const long: string[] = []
  for (let degree = 0; degree < 360; degree += 2) {
    const major = degree % 30 === 0
    const middle = degree % 10 === 0
    const tick = segment(
      polar(centre, radius, degree),
      polar(centre, radius - (major ? 17 : middle ? 11 : 6), degree),
    )
    if (major) long.push(tick)
    else ring.push(tick)
  }
  sheet.fill('p', circlePath(centre, radius))
  sheet.stroke('s', 0.9, ring).stroke('i', 1.7, long)
  sheet
    .stroke('i', 2.2, circlePath(centre, radius))
    .stroke('i', 1, [circlePath(centre, radius + 7), circlePath(centre, radius - 22)])
  sheet.stroke('s', 0.8, [circlePath(centre, radius * 0.52), circlePath(centre, radius * 0.22)])
  for (const [offset, reach, waist] of [
    [45, 0.56, 0.1],
    [0, 0.84, 0.13],
  ] as const) {
    for (let point = 0; point < 4; point += 1) {
      const angle = point * 90 + offset - 90
      const tip = polar(centre, radius * reach, angle)
      const left = polar(centre, radius * waist, angle - 45)
      const right = polar(centre, radius * waist, angle + 45)
      const half = polyline([centre, tip, right], true)
      sheet.fill('p', polyline([centre, left, tip, right], true))
      sheet.within(half, (inner) =>
        inner.stroke(
          'i',
          0.9,
          hatch(centre[0] - radius, centre[1] - radius, radius * 2, radius * 2, 3, angle),
        ),
      )
      sheet.stroke('i', 1.2, [
        polyline([left, tip, right]),
        segment(centre, tip),
        segment(centre, left),
        segment(centre, right),
      ])
    }
  }
  const tip = polar(centre, radius * 0.93, bearing - 90)
  const tail = polar(centre, radius * 0.6, bearing + 90)
  const left = polar(centre, radius * 0.07, bearing + 180)
  const right = polar(centre, radius * 0.07, bearing)
  sheet.fill('cf', polyline([left, tip, right], true))
  sheet.fill('p', polyline([left, tail, right], true))
  sheet.stroke('c', 1.8, [polyline([left, tip, right], true), polyline([left, tail, right], true)])
  sheet.fill('p', circlePath(centre, radius * 0.05)).stroke('c', 1.8, circlePath(centre, radius * 0.05))
}
