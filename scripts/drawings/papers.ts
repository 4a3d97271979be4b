import type { Sheet } from './sheet.ts'
import { circlePath, curve, type Point, polar, polyline } from './strokes.ts'

/** A guilloche: the interlaced border of documents that must be hard to copy. */
export function guilloche(
  sheet: Sheet,
  x: number,
  y: number,
  width: number,
  height: number,
  band: number,
  waves: number,
): void {
  const perimeter = 2 * (width + height)
  const place = (s: number, across: number): Point => {
    const along = ((s % perimeter) + perimeter) % perimeter
    if (along < width) return [x + along, y + across]
    if (along < width + height) return [x + width - across, y + along - width]
    if (along < 2 * width + height) return [x + width - (along - width - height), y + height - across]
    return [x + across, y + height - (along - 2 * width - height)]
  }
  for (let strand = 0; strand < 5; strand += 1) {
    const points: Point[] = []
    const steps = waves * 7
    for (let step = 0; step < steps; step += 1) {
      const phase = (step / steps) * waves * Math.PI * 2 + (strand * Math.PI * 2) / 5
      points.push(place((step / steps) * perimeter, band / 2 + (Math.sin(phase) * band) / 2))
    }
    sheet.stroke(strand % 2 === 0 ? 'c' : 's', 0.8, polyline(points, true))
  }
}

/** The seal: a rosette with the keel in the middle. */
export function seal(sheet: Sheet, centre: Point, radius: number): void {
  const rim: Point[] = []
  for (let step = 0; step < 96; step += 1)
    rim.push(polar(centre, radius * (step % 2 === 0 ? 1 : 0.945), step * 3.75))
  sheet.fill('cf', polyline(rim, true))
  sheet.raw(`<g fill="none" stroke="#faf7f2" stroke-linecap="round">`)
  const rosette: Point[] = []
  for (let step = 0; step <= 720; step += 1) {
    const angle = step * 0.5
    rosette.push(polar(centre, radius * (0.76 + 0.1 * Math.sin((angle * 24 * Math.PI) / 180)), angle))
  }
  sheet.raw(
    `<path stroke-width=".9" d="${polyline(rosette, true)}"/><path stroke-width="1.3" d="${circlePath(centre, radius * 0.62)}${circlePath(centre, radius * 0.88)}"/>`,
  )
  const [x, y] = centre
  const u = radius / 50
  sheet.raw(
    `<path stroke-width="${2.6 * u}" d="M${x - 18 * u} ${y - 19 * u}c3 17 9 30 18 37c9-7 15-20 18-37"/><path stroke-width="${1.4 * u}" d="M${x - 10 * u} ${y - 19 * u}c2 12 5 22 10 29c5-7 8-17 10-29M${x} ${y - 22 * u}v40"/></g>`.replace(
      /c3 17 9 30 18 37c9-7 15-20 18-37|c2 12 5 22 10 29c5-7 8-17 10-29|v40/g,
      (part) => part.replace(/-?\d+/g, (figure) => String(Math.round(Number(figure) * u * 10) / 10)),
    ),
  )
}

/** Strands that wind between two radii, each the same wave rotated a little further. */
export function ring(centre: Point, outer: number, inner: number, waves: number, strands: number): string[] {
  const [middle, reach] = [(outer + inner) / 2, (outer - inner) / 2]
  return Array.from({ length: strands }, (_, strand) => {
    const points: Point[] = []
    for (let step = 0; step < waves * 6; step += 1) {
      const phase = (step / 6 + strand / strands) * Math.PI * 2
      points.push(polar(centre, middle + Math.sin(phase) * reach, (step * 60) / waves))
    }
    return curve(points, true)
  })
}

/** A rosette as on bank notes: waves around a circle whose amplitude shrinks and grows again in the other direction. */
export function rosette(centre: Point, outer: number, inner: number, lines: number, lobes: number): string[] {
  const [middle, reach] = [(outer + inner) / 2, (outer - inner) / 2]
  return Array.from({ length: lines }, (_, line) => {
    const swing = reach * Math.cos((line / (lines - 1)) * Math.PI)
    const points: Point[] = []
    for (let step = 0; step < lobes * 8; step += 1)
      points.push(polar(centre, middle + Math.sin((step / 8) * Math.PI * 2) * swing, (step * 45) / lobes))
    return curve(points, true)
  })
}
