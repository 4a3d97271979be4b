import { contours, strata, water } from './ground.ts'
import { arch, compassRose } from './instruments.ts'
import { centreLine, measure, register, Sheet } from './sheet.ts'
import { slide } from './slides.ts'
import { arcPath, circlePath, curve, dice, type Point, polar, segment } from './strokes.ts'

export function slideBridge(): Sheet {
  const sheet = new Sheet(slide.width, slide.height)
  const [spring, deck] = [372, 208]
  sheet.stroke('s', 0.9, [circlePath([320, 372], 238), arcPath([320, 372], 252, 190, 350)])
  const bank = (side: -1 | 1): string =>
    curve([
      [320 - side * 320, deck + 6],
      [320 - side * 236, deck + 10],
      [320 - side * 196, deck + 64],
      [320 - side * 176, spring - 8],
      [320 - side * 158, spring + 36],
      [320 - side * 168, 600],
      [320 - side * 330, 610],
    ])
  for (const side of [-1, 1] as const) {
    sheet.fill('p', `${bank(side)}Z`)
    sheet.within(`${bank(side)}Z`, (inner) => {
      strata(inner, side === 1 ? 0 : 440, side === 1 ? 210 : 640, deck + 16, 600, side === 1 ? 4.1 : 2.3, 5)
    })
    sheet.stroke('i', 2.2, bank(side))
  }
  arch(sheet, [320, spring], 146, 128, 26, 21)
  const wall: string[] = []
  const roll = dice(77)
  for (let row = 0; row < 8; row += 1) {
    const y = deck + 14 + row * 17
    wall.push(segment([126, y], [514, y]))
    for (let at = 126 + (row % 2) * 14; at < 514; at += 26 + roll() * 10)
      wall.push(segment([at, y], [at, y + 17]))
  }
  const spandrel = `M126 ${deck + 14}H514V${spring}H492A172 154 0 0 0 148 ${spring}H126Z`
  sheet.within(spandrel, (inner) => inner.stroke('s', 0.9, wall))
  sheet.stroke('i', 2.2, [
    segment([96, deck], [544, deck]),
    segment([96, deck + 14], [544, deck + 14]),
    segment([126, deck + 14], [126, spring]),
    segment([514, deck + 14], [514, spring]),
  ])
  const posts: string[] = []
  for (let at = 104; at <= 536; at += 18) posts.push(segment([at, deck], [at, deck - 20]))
  sheet.stroke('i', 1, posts).stroke('i', 1.6, segment([96, deck - 20], [544, deck - 20]))
  for (const [at, height, stride] of [
    [250, 34, 7],
    [276, 32, -6],
    [366, 35, 7],
  ] as const) {
    const head: Point = [at, deck - height - 5]
    sheet.fill('p', circlePath(head, 4.4)).stroke('c', 1.8, circlePath(head, 4.4))
    sheet.stroke('c', 2, [
      segment([at, deck - height], [at, deck - 15]),
      segment([at, deck - 15], [at + stride, deck - 1]),
      segment([at, deck - 15], [at - stride, deck - 1]),
      curve([
        [at, deck - height + 3],
        [at + stride, deck - height + 10],
      ]),
    ])
  }
  water(sheet, 176, 464, spring + 34, 14, 9)
  centreLine(sheet, [320, 110], [320, 570])
  measure(sheet, [174, 148], [466, 148])
  sheet.stroke(
    's',
    0.8,
    [segment([174, 140], [174, spring]), segment([466, 140], [466, spring])],
    'stroke-dasharray="3 4" ',
  )
  register(sheet, [52, 52])
  register(sheet, [588, 52])
  return sheet
}

export function slideCompass(): Sheet {
  const sheet = new Sheet(slide.width, slide.height)
  sheet.within('M24 24H616V576H24Z', (inner) => {
    contours(inner, [430, 190], 300, 19, 2.2)
    contours(inner, [130, 500], 190, 13, 5.3)
  })
  compassRose(sheet, [320, 308], 196, 24)
  sheet.stroke('c', 1.3, arcPath([320, 308], 222, -90, -66))
  sheet.stroke('s', 0.9, [
    segment([320, 104], [320, 72]),
    segment(polar([320, 308], 204, -66), polar([320, 308], 250, -66)),
  ])
  register(sheet, [52, 52])
  register(sheet, [588, 52])
  register(sheet, [52, 548])
  register(sheet, [588, 548])
  return sheet
}
