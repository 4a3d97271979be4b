import { strata, water } from './ground.ts'
import { branches, crown } from './growth.ts'
import { arch } from './instruments.ts'
import { centreLine, measure, Sheet } from './sheet.ts'
import { hull, rigging } from './ship.ts'
import { curve, dice, drift, hatch, layer, segment } from './strokes.ts'

export function aboutHero(): Sheet {
  const sheet = new Sheet(1200, 440)
  const ground = 208
  sheet.within('M0 0H1200V440H0Z', (inner) => {
    const land = (px: number): number => {
      if (px < 470) return ground + drift(px / 90, 3) * 5
      return ground
    }
    crown(inner, [196, 92], 58, 41)
    crown(inner, [154, 114], 38, 17)
    crown(inner, [240, 116], 36, 29)
    branches(inner, [196, ground - 4], {
      angle: -90,
      length: 44,
      depth: 3,
      width: 4.4,
      spread: 30,
      seed: 12,
      bend: 14,
      colour: 'i',
    })
    strata(inner, 0, 474, ground + 10, 436, 1.7, 5)
    for (const [angle, seed] of [
      [90, 8],
      [50, 21],
      [130, 34],
      [22, 55],
      [158, 60],
    ] as const) {
      branches(inner, [196 + (90 - angle) * 0.12, ground + 2], {
        angle,
        length: 58,
        depth: 4,
        width: 3.8,
        spread: 26,
        seed,
        bend: 26,
        colour: 'c',
      })
    }
    inner.stroke('i', 2.2, layer(0, 470, land))
    const bankLeft = curve([
      [470, ground],
      [486, ground + 40],
      [484, 440],
    ])
    inner.stroke('i', 2.2, bankLeft)
    strata(inner, 490, 1200, 396, 438, 4.4, 3)
    arch(inner, [598, 300], 92, 78, 18, 17)
    inner.stroke('i', 2.2, [
      segment([470, ground], [760, ground]),
      segment([470, ground - 8], [730, ground - 8]),
      segment([726, ground], [726, 330]),
      segment([760, ground], [760, 330]),
    ])
    const rail: string[] = []
    for (let at = 478; at < 760; at += 14) rail.push(segment([at, ground - 8], [at, ground - 22]))
    inner.stroke('i', 1, rail).stroke('i', 1.4, segment([470, ground - 22], [760, ground - 22]))
    const stones: string[] = []
    const roll = dice(14)
    for (let row = 0; row < 6; row += 1) {
      const y = ground + 2 + row * 15
      stones.push(segment([488, y], [726, y]))
      for (let at = 488 + (row % 2) * 11; at < 726; at += 20 + roll() * 9)
        stones.push(segment([at, y], [at, y + 15]))
    }
    inner.within(`M484 ${ground}H726V300H708A110 96 0 0 0 488 300H484Z`, (wall) =>
      wall.stroke('s', 0.9, stones),
    )
    inner.within('M726 208H760V330H726Z', (pier) => pier.stroke('s', 0.9, hatch(720, 200, 50, 140, 5, 40)))
    water(inner, 490, 724, 306, 9, 5)
    const [hx, hy, half] = [968, 262, 92]
    rigging(inner, [hx, hy - half * 0.34 - 8], half, 150)
    water(
      inner,
      766,
      1200,
      hy,
      13,
      8,
      (at, y) => Math.abs(at - hx) > half * Math.max(1.06 - ((y - hy) / (half * 0.8)) ** 2.4 * 0.9, 0.18) + 6,
    )
    hull(inner, [hx, hy], half)
    centreLine(inner, [hx, 28], [hx, 432])
    centreLine(inner, [196, 20], [196, 424])
    centreLine(inner, [598, 120], [598, 424])
  })
  measure(sheet, [196, 20], [598, 20])
  measure(sheet, [598, 20], [968, 20])
  return sheet
}

export function strataBand(): Sheet {
  const sheet = new Sheet(640, 420, 'night')
  for (let index = 0; index < 34; index += 1) {
    const base = 96 + index * 9.4
    const lift = (x: number): number => Math.exp(-(((x - 430) / 130) ** 2)) * Math.max(84 - index * 2.3, 0)
    const fault = (x: number): number => (x > 250 ? 0 : 20)
    const left = layer(
      0,
      244,
      (x) => base + fault(x) + drift(x / 85 + index * 0.1, 2.6) * (4 + index * 0.3) - lift(x),
      14,
    )
    const right = layer(
      256,
      640,
      (x) => base + fault(x) + drift(x / 85 + index * 0.1, 2.6) * (4 + index * 0.3) - lift(x),
      14,
    )
    const copper = index % 6 === 0
    sheet.stroke(copper ? 'c' : index % 3 === 0 ? 'i' : 's', copper ? 2 : index % 3 === 0 ? 1.1 : 0.9, [
      left,
      right,
    ])
  }
  sheet.stroke('c', 1.4, segment([262, 60], [238, 420]), 'stroke-dasharray="14 5 2 5" ')
  measure(sheet, [600, 60], [600, 130])
  return sheet
}
