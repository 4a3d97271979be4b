import { strata, water } from './ground.ts'
import { branches, crown } from './growth.ts'
import { centreLine, measure, register, Sheet } from './sheet.ts'
import { hull, rigging } from './ship.ts'
import { arcPath, circlePath, curve, drift, layer, segment } from './strokes.ts'

export const slide = { width: 640, height: 600 } as const

export function slideKeel(): Sheet {
  const sheet = new Sheet(slide.width, slide.height)
  const [x, line, half] = [320, 262, 148]
  sheet.stroke('s', 0.9, [circlePath([x, line + 30], 236), arcPath([x, line + 30], 250, 200, 340)])
  strata(sheet, 40, 600, 506, 592, 3.2, 4)
  rigging(sheet, [x, line - half * 0.34 - 10], half, 176)
  const clear = (at: number, y: number): boolean =>
    Math.abs(at - x) > half * Math.max(1.05 - ((y - line) / (half * 0.8)) ** 2.4 * 0.9, 0.16) + 8
  water(sheet, 30, 610, line + 2, 17, 5, (at, y) => clear(at, y) && Math.hypot(at - x, y - line - 30) < 300)
  hull(sheet, [x, line], half)
  centreLine(sheet, [x, 36], [x, 560])
  measure(sheet, [528, line], [528, line + half * 1.49])
  sheet.stroke(
    's',
    0.8,
    [segment([x + 60, line + half * 1.49], [540, line + half * 1.49])],
    'stroke-dasharray="3 4" ',
  )
  measure(sheet, [x - half, 150], [x + half, 150])
  sheet.stroke(
    's',
    0.8,
    [segment([x - half, 142], [x - half, 200]), segment([x + half, 142], [x + half, 200])],
    'stroke-dasharray="3 4" ',
  )
  register(sheet, [52, 52])
  register(sheet, [588, 52])
  return sheet
}

export function slideRoots(): Sheet {
  const sheet = new Sheet(slide.width, slide.height)
  const ground = 248
  sheet.stroke('s', 0.9, [arcPath([320, ground], 268, 0, 180), arcPath([320, ground], 282, 20, 160)])
  sheet.within(`M20 ${ground - 20}H620V600H20Z`, (inner) => strata(inner, 30, 610, ground + 6, 590, 1.7, 6))
  crown(sheet, [320, 118], 82, 41)
  crown(sheet, [262, 146], 52, 17)
  crown(sheet, [380, 150], 48, 29)
  branches(sheet, [320, ground - 8], {
    angle: -90,
    length: 62,
    depth: 3,
    width: 5.5,
    spread: 30,
    seed: 12,
    bend: 14,
    colour: 'i',
  })
  sheet.stroke('i', 2.2, [
    curve([
      [300, ground + 4],
      [310, ground - 22],
      [311, 190],
    ]),
    curve([
      [340, ground + 4],
      [331, ground - 22],
      [330, 190],
    ]),
  ])
  for (const [angle, length, seed, width] of [
    [90, 92, 8, 5.4],
    [48, 88, 21, 4.6],
    [132, 88, 34, 4.6],
    [18, 96, 55, 3.8],
    [162, 96, 60, 3.8],
  ] as const) {
    branches(sheet, [320 + (90 - angle) * 0.16, ground + 2], {
      angle,
      length: length * 1.12,
      depth: 4,
      width,
      spread: 27,
      seed,
      bend: 28,
      colour: 'c',
    })
  }
  sheet.stroke(
    'i',
    2.2,
    layer(20, 620, (at) => ground + drift(at / 60, 2) * 2.4),
  )
  centreLine(sheet, [320, 22], [320, 580])
  register(sheet, [52, 52])
  register(sheet, [588, 52])
  return sheet
}
