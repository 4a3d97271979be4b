import type { Sheet } from './sheet.ts'
import { curve, hatch, type Point, polyline, segment } from './strokes.ts'

/** A hull in section: shell, ribs, deck beams and, below, the keel that holds it upright. */
export function hull(sheet: Sheet, [x, waterline]: Point, half: number): void {
  const top = waterline - half * 0.34
  const bottom = waterline + half * 0.74
  const shell = (scale: number): Point[] => {
    const points: Point[] = []
    for (let step = 0; step <= 20; step += 1) {
      const t = step / 20
      const width = half * scale * (1 - t ** 2.7) ** 0.62
      points.push([width, top + (bottom - top) * (1 - (1 - t) * scale ** 0.15) * (0.94 + 0.06 * scale)])
    }
    return points
  }
  const both = (points: Point[]): Point[] => [
    ...points.map(([dx, y]): Point => [x - dx, y]),
    ...[...points].reverse().map(([dx, y]): Point => [x + dx, y]),
  ]
  const outer = curve(both(shell(1)))
  sheet.fill('p', `${outer}Z`)
  sheet.within(`${outer}Z`, (inner) => {
    inner.stroke('s', 0.7, hatch(x - half, waterline + half * 0.3, half * 2, half * 0.5, 5, 32))
    for (const [index, scale] of [0.93, 0.8, 0.66, 0.51, 0.35, 0.19].entries()) {
      inner.stroke(index === 0 ? 'i' : 's', index === 0 ? 1.2 : 1, curve(both(shell(scale))))
    }
    for (let row = 0; row < 5; row += 1) {
      const y = top + half * (0.16 + row * 0.15)
      inner.stroke('i', 1, [
        segment([x - half, y], [x + half, y]),
        segment([x - half, y + 3.4], [x + half, y + 3.4]),
      ])
    }
  })
  sheet.stroke('i', 2.6, outer)
  sheet.stroke('i', 2, [
    curve([
      [x - half * 1.02, top],
      [x - half * 0.5, top - 9],
      [x, top - 12],
      [x + half * 0.5, top - 9],
      [x + half * 1.02, top],
    ]),
    segment([x - half * 1.02, top], [x - half * 1.02, top - 16]),
    segment([x + half * 1.02, top], [x + half * 1.02, top - 16]),
  ])
  const foot = bottom + half * 0.62
  const fin: Point[] = [
    [x - half * 0.1, bottom - 8],
    [x - half * 0.075, bottom + half * 0.25],
    [x - half * 0.09, foot - half * 0.1],
    [x - half * 0.26, foot],
    [x - half * 0.2, foot + half * 0.1],
    [x, foot + half * 0.13],
    [x + half * 0.2, foot + half * 0.1],
    [x + half * 0.26, foot],
    [x + half * 0.09, foot - half * 0.1],
    [x + half * 0.075, bottom + half * 0.25],
    [x + half * 0.1, bottom - 8],
  ]
  const outline = `${curve(fin)}Z`
  sheet.fill('w', outline)
  sheet.within(outline, (inner) =>
    inner.stroke('c', 1.1, hatch(x - half * 0.3, bottom - 10, half * 0.6, half * 0.9, 4.2, -38)),
  )
  sheet.stroke('c', 2.8, outline)
}

/** Mast, boom and the lines that hold them. */
export function rigging(sheet: Sheet, [x, deck]: Point, half: number, height: number): void {
  sheet.stroke('i', 2.4, segment([x, deck], [x, deck - height]))
  sheet.stroke('i', 1.4, [
    segment([x - half * 0.62, deck - height * 0.42], [x + half * 0.62, deck - height * 0.42]),
    segment([x - half * 0.4, deck - height * 0.74], [x + half * 0.4, deck - height * 0.74]),
  ])
  const stays: string[] = []
  for (const side of [-1, 1]) {
    for (const [foot, head] of [
      [1, 0.98],
      [0.84, 0.74],
      [0.7, 0.74],
      [0.55, 0.42],
    ] as const) {
      stays.push(segment([x + side * half * foot, deck + 4], [x + side * 2, deck - height * head]))
    }
    for (let rung = 1; rung < 9; rung += 1) {
      const t = rung / 10
      stays.push(
        segment(
          [x + side * half * 0.84 * (1 - t), deck + 4 - height * 0.74 * t],
          [x + side * half * 0.7 * (1 - t), deck + 4 - height * 0.74 * t],
        ),
      )
    }
  }
  sheet.stroke('s', 0.9, stays)
  sheet.stroke(
    'c',
    1.6,
    polyline([
      [x, deck - height],
      [x + 26, deck - height + 7],
      [x, deck - height + 15],
    ]),
  )
}
