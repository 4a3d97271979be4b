import { strata } from './ground.ts'
import { Sheet } from './sheet.ts'
import { arcPath, circlePath, curve, drift, layer, type Point, polar, polyline, segment } from './strokes.ts'
import { card } from './timeline.ts'

export function timelineBlueprint(): Sheet {
  const sheet = new Sheet(card.width, card.height)
  const grid: string[] = []
  for (let x = 30; x <= 330; x += 15) grid.push(segment([x, 20], [x, 220]))
  for (let y = 20; y <= 220; y += 10) grid.push(segment([30, y], [330, y]))
  sheet.raw('<g opacity=".34">').stroke('s', 0.6, grid).raw('</g>')
  const upper = [66, 142, 218, 294].map((x): Point => [x, 70])
  const lower = [66, 142, 218, 294].map((x): Point => [x, 172])
  const ties: string[] = []
  for (const from of upper) for (const to of lower) ties.push(curve([from, [(from[0] + to[0]) / 2, 121], to]))
  sheet.stroke('s', 1, ties)
  sheet.stroke(
    'c',
    2,
    upper.map((from, index) => segment(from, lower[index] as Point)),
  )
  sheet.stroke('i', 1.6, [segment([30, 121], [330, 121])])
  for (const [index, centre] of upper.entries()) {
    sheet
      .fill('p', circlePath(centre, 23))
      .stroke('i', 1.9, circlePath(centre, 23))
      .stroke('s', 0.9, circlePath(centre, 18))
    const [x, y] = centre
    const glyphs = [
      segment([x - 9, y], [x + 9, y]) +
        polyline([
          [x + 3, y - 6],
          [x + 9, y],
          [x + 3, y + 6],
        ]),
      arcPath(centre, 8, 200, 520),
      polyline(
        [
          [x - 9, y + 6],
          [x, y - 8],
          [x + 9, y + 6],
        ],
        true,
      ),
      arcPath([x, y + 6], 11, 200, 340) + segment([x - 11, y + 6], [x + 11, y + 6]),
    ]
    sheet.stroke('i', 1.6, glyphs[index] ?? '')
  }
  for (const [index, centre] of lower.entries()) {
    const [x, y] = centre
    const box = polyline(
      [
        [x - 22, y - 22],
        [x + 22, y - 22],
        [x + 22, y + 22],
        [x - 22, y + 22],
      ],
      true,
    )
    sheet.fill('w', box).stroke('c', 1.9, box)
    const glyphs = [
      [0, -1, 1]
        .map((side) =>
          curve([
            [x, y - 12],
            [x + side * 4, y],
            [x + side * 11, y + 13],
          ]),
        )
        .join(''),
      curve([
        [x - 11, y - 10],
        [x - 7, y + 4],
        [x, y + 13],
        [x + 7, y + 4],
        [x + 11, y - 10],
      ]) + segment([x, y - 13], [x, y + 13]),
      circlePath(centre, 12) + segment([x - 4, y + 5], [x + 6, y - 8]),
      [-8, -2, 4, 10].map((dy) => layer(x - 13, x + 13, (at) => y + dy + Math.sin(at / 6) * 1.8, 4)).join(''),
    ]
    sheet.stroke('c', 1.7, glyphs[index] ?? '')
  }
  return sheet
}

export function timelineBegin(): Sheet {
  const sheet = new Sheet(card.width, card.height)
  const horizon = 138
  const rays: string[] = []
  for (let angle = 186; angle <= 354; angle += 7)
    rays.push(
      segment(polar([180, horizon], 58, angle), polar([180, horizon], angle % 2 === 0 ? 104 : 88, angle)),
    )
  sheet.stroke('c', 1.3, rays)
  sheet.fill('w', `${arcPath([180, horizon], 46, 180, 360)}Z`)
  for (const radius of [46, 37, 28, 19])
    sheet.stroke('c', radius === 46 ? 2.4 : 1.2, arcPath([180, horizon], radius, 180, 360))
  sheet.stroke(
    'i',
    1.8,
    layer(14, 346, (x) => horizon + drift(x / 50, 4) * 1.2),
  )
  const left = curve([
    [176, horizon],
    [160, 156],
    [196, 178],
    [120, 238],
  ])
  const right = curve([
    [184, horizon],
    [176, 156],
    [226, 178],
    [206, 238],
  ])
  const road = `${left}L${curve([
    [206, 238],
    [226, 178],
    [176, 156],
    [184, horizon],
  ]).slice(1)}Z`
  strata(sheet, 14, 346, horizon + 9, 238, 6.4, 4)
  sheet.fill('p', road).stroke('i', 1.9, [left, right])
  sheet.stroke(
    'c',
    1.6,
    curve([
      [180, horizon + 4],
      [168, 156],
      [211, 178],
      [164, 236],
    ]),
    'stroke-dasharray="5 7" ',
  )
  return sheet
}

export function path(wide: boolean): Sheet {
  const sheet = new Sheet(120, 90)
  const points: Point[] = wide
    ? [
        [6, 14],
        [52, 18],
        [46, 58],
        [108, 70],
      ]
    : [
        [6, 14],
        [38, 8],
        [66, 60],
        [108, 70],
      ]
  const end = points.at(-1) as Point
  sheet.stroke('c', 2, curve(points), 'stroke-dasharray="1 7" ')
  sheet.fill('cf', circlePath(end, 5)).stroke('c', 1.2, circlePath(end, 9))
  return sheet
}
