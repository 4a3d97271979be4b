/** A point of the drawing, in its own units. */
export type Point = readonly [x: number, y: number]

/** Random numbers between 0 and 1, the same for the same seed: a drawing never changes by itself. */
export function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A slow, smooth wave without period, about -1 to 1: it makes lines look drawn by hand. */
export function drift(x: number, seed: number): number {
  return (
    (Math.sin(x * 1.13 + seed * 12.9) +
      Math.sin(x * 0.57 + seed * 4.7) * 0.8 +
      Math.sin(x * 2.31 + seed * 7.1) * 0.35) /
    2.15
  )
}

export const short = (value: number): string => String(Math.round(value * 10) / 10)

export const at = ([x, y]: Point): string => `${short(x)} ${short(y)}`

/** A smooth curve through the points. */
export function curve(points: readonly Point[], closed = false): string {
  const count = points.length
  const pick = (index: number): Point =>
    points[closed ? (index + count) % count : Math.min(Math.max(index, 0), count - 1)] as Point
  let d = `M${at(pick(0))}`
  for (let index = 0; index < (closed ? count : count - 1); index += 1) {
    const [a, b, c, e] = [pick(index - 1), pick(index), pick(index + 1), pick(index + 2)]
    const first: Point = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6]
    const second: Point = [c[0] - (e[0] - b[0]) / 6, c[1] - (e[1] - b[1]) / 6]
    d += `C${at(first)} ${at(second)} ${at(c)}`
  }
  return closed ? `${d}Z` : d
}

/** A short curve through three points as one quadratic curve: a third of the bytes of `curve`. */
export function shortCurve(from: Point, [x, y]: Point, to: Point): string {
  const control: Point = [2 * x - (from[0] + to[0]) / 2, 2 * y - (from[1] + to[1]) / 2]
  return `M${at(from)}Q${at(control)} ${at(to)}`
}

export function polyline(points: readonly Point[], closed = false): string {
  return `M${points.map(at).join('L')}${closed ? 'Z' : ''}`
}

export function segment(from: Point, to: Point): string {
  return `M${at(from)}L${at(to)}`
}

export function circlePath([x, y]: Point, radius: number): string {
  const r = short(radius)
  return `M${short(x - radius)} ${short(y)}a${r} ${r} 0 1 0 ${short(radius * 2)} 0a${r} ${r} 0 1 0 ${short(-radius * 2)} 0Z`
}

/** A part of a circle, less than all of it, from one angle to a larger one. */
export function arcPath(centre: Point, radius: number, from: number, to: number): string {
  const r = short(radius)
  const large = to - from > 180 ? 1 : 0
  return `M${at(polar(centre, radius, from))}A${r} ${r} 0 ${large} 1 ${at(polar(centre, radius, to))}`
}

/** A point by angle: degrees, 0 to the right, clockwise on the screen. */
export function polar([x, y]: Point, radius: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]
}

/** A horizontal line of ground or water, from left to right. */
export function layer(from: number, to: number, y: (x: number) => number, step = 24): string {
  const points: Point[] = []
  for (let x = from; x < to; x += step) points.push([x, y(x)])
  points.push([to, y(to)])
  return curve(points)
}

/** Parallel strokes over a box; clip them to a shape for shading. */
export function hatch(
  x: number,
  y: number,
  width: number,
  height: number,
  spacing: number,
  degrees: number,
): string[] {
  const [cx, cy] = [x + width / 2, y + height / 2]
  const reach = Math.hypot(width, height) / 2
  const lines: string[] = []
  for (let offset = -reach; offset <= reach; offset += spacing) {
    const base = polar([cx, cy], offset, degrees + 90)
    lines.push(segment(polar(base, reach, degrees + 180), polar(base, reach, degrees)))
  }
  return lines
}
