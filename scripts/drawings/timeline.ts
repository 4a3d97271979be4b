import { strata } from './ground.ts'
import { register, Sheet } from './sheet.ts'
import { circlePath, curve, dice, drift, layer, type Point, polar, polyline, segment } from './strokes.ts'

export const card = { width: 360, height: 240 } as const

function pyramid(sheet: Sheet, shift: number): void {
  const courses = 9
  const [top, bottom] = [44, 204]
  const step = (bottom - top) / courses
  const stones: string[] = []
  const edges: string[] = []
  for (let course = 1; course < courses; course += 1) {
    const y = top + course * step
    const half = ((course + 0.5) / courses) * 128
    const move = course > 4 ? shift : 0
    edges.push(
      polyline(
        [
          [180 - half + move, y],
          [180 + half + move, y],
          [180 + half + move, y + step],
          [180 - half + move, y + step],
        ],
        true,
      ),
    )
    for (let at = -half + 14 + (course % 2) * 9; at < half - 6; at += 24)
      stones.push(segment([180 + at + move, y], [180 + at + move, y + step]))
  }
  sheet.stroke('s', 0.9, stones).stroke('i', 1.5, edges)
  sheet.fill(
    'cf',
    polyline(
      [
        [180, top - 6],
        [180 - 15, top + step],
        [180 + 15, top + step],
      ],
      true,
    ),
  )
}

export function timelineCommand(): Sheet {
  const sheet = new Sheet(card.width, card.height)
  pyramid(sheet, 0)
  const orders: string[] = []
  for (const reach of [-2, -1, 0, 1, 2]) {
    const end: Point = [180 + reach * 62, 222]
    orders.push(curve([[180 + reach * 8, 26], [180 + reach * 46, 60 + Math.abs(reach) * 12], end]))
  }
  sheet.stroke('c', 1.2, orders, 'stroke-dasharray="2 6" ')
  sheet.stroke(
    'i',
    1.6,
    layer(20, 340, (x) => 206 + drift(x / 40, 1) * 1.4),
  )
  strata(sheet, 20, 340, 213, 238, 2.4, 9)
  return sheet
}

export function timelineCracks(): Sheet {
  const sheet = new Sheet(card.width, card.height)
  pyramid(sheet, 13)
  sheet.stroke('i', 1.6, [
    layer(20, 196, (x) => 206 + drift(x / 40, 1) * 1.4),
    layer(200, 340, (x) => 213 + drift(x / 40, 1) * 1.4),
  ])
  strata(sheet, 20, 190, 213, 238, 2.4, 9)
  strata(sheet, 206, 340, 220, 240, 2.4, 9)
  const roll = dice(5)
  const crack: Point[] = [[222, 18]]
  while ((crack.at(-1) as Point)[1] < 236) {
    const [x, y] = crack.at(-1) as Point
    crack.push([x - 3 + (roll() - 0.55) * 19, y + 8 + roll() * 9])
  }
  sheet.stroke('c', 2.6, polyline(crack))
  for (const index of [4, 8, 11]) {
    const [x, y] = crack[index] ?? [180, 120]
    sheet.stroke(
      'c',
      1.4,
      polyline([
        [x, y],
        [x + 14, y + 6],
        [x + 19, y + 17],
        [x + 31, y + 21],
      ]),
    )
    sheet.stroke(
      'c',
      1.2,
      polyline([
        [x, y],
        [x - 13, y + 9],
        [x - 18, y + 20],
      ]),
    )
  }
  return sheet
}

export function timelineSection(): Sheet {
  const sheet = new Sheet(card.width, card.height)
  const centre: Point = [180, 122]
  for (const [index, radius] of [98, 84, 68, 51, 33, 15].entries()) {
    sheet.stroke(index % 2 === 0 ? 'i' : 's', index === 0 ? 2.2 : 1, circlePath(centre, radius))
  }
  const wedge = `M${centre[0]} ${centre[1]}L${polar(centre, 104, -78)
    .map((n) => Math.round(n))
    .join(' ')}A104 104 0 0 1 ${polar(centre, 104, 12)
    .map((n) => Math.round(n))
    .join(' ')}Z`
  sheet.fill('p', wedge)
  sheet.within(wedge, (inner) => {
    for (const radius of [98, 84, 68, 51, 33, 15]) inner.stroke('c', 2, circlePath(centre, radius))
    for (const [index, radius] of [91, 76, 59.5, 42, 24].entries()) {
      const marks: string[] = []
      for (let angle = -76; angle < 12; angle += 260 / radius)
        marks.push(
          segment(
            polar(centre, radius - 4, angle),
            polar(centre, radius + 4, angle + (index % 2 === 0 ? 3 : -3)),
          ),
        )
      inner.stroke('c', 0.9, marks)
    }
  })
  sheet.stroke('i', 2, [segment(centre, polar(centre, 104, -78)), segment(centre, polar(centre, 104, 12))])
  const shade: string[] = []
  for (let angle = 100; angle < 200; angle += 5)
    shade.push(segment(polar(centre, 86, angle), polar(centre, 96, angle + 4)))
  sheet.stroke('s', 0.9, shade)
  sheet.stroke(
    's',
    0.9,
    [segment([40, 122], [320, 122]), segment([180, 8], [180, 236])],
    'stroke-dasharray="14 5 2 5" ',
  )
  register(sheet, [40, 30])
  register(sheet, [320, 214])
  return sheet
}
