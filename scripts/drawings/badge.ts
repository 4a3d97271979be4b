import { strata, water } from './ground.ts'
import { lettersOnRing } from './lettering.ts'
import { ring } from './papers.ts'
import { Sheet } from './sheet.ts'
import { hull, rigging } from './ship.ts'
import { circlePath, curve, type Point, polar, polyline, segment } from './strokes.ts'

const centre: Point = [320, 320]

/** The badge of the certification: a medal with the ship in section, its keel below the water. The same on any background. */
export function badge(): Sheet {
  const sheet = new Sheet(640, 640, 'print')
  const rim: Point[] = []
  for (let step = 0; step < 192; step += 1)
    rim.push(polar(centre, 311 + Math.cos((step / 4) * Math.PI * 2) * 4.5, step * 1.875))
  sheet.fill('cf', curve(rim, true)).fill('d', circlePath(centre, 299))
  sheet.raw('<g fill="none" stroke="#cc7f42" stroke-linejoin="round">')
  for (const d of ring(centre, 292, 264, 48, 6)) sheet.raw(`<path stroke-width="1.1" d="${d}"/>`)
  sheet.raw(
    `<path stroke-width="1.6" d="${[299, 294, 262, 218].map((radius) => circlePath(centre, radius)).join('')}"/></g>`,
  )
  sheet.raw(
    `<path fill="#f4efe7" d="${lettersOnRing('AUTHENTIC LEADER', centre, 229, { size: 30, spacing: 5.5 })}${lettersOnRing('CERTIFIED', centre, 229, { size: 30, spacing: 5.5, below: true })}"/>`,
  )
  for (const angle of [0, 180])
    sheet.raw(
      `<path fill="#cc7f42" d="${polyline([polar(centre, 252, angle), polar(centre, 240, angle - 1.9), polar(centre, 228, angle), polar(centre, 240, angle + 1.9)], true)}"/>`,
    )
  sheet.fill('k', circlePath(centre, 212))
  sheet.within(circlePath(centre, 208), scene)
  sheet.stroke('c', 3, circlePath(centre, 212)).stroke('i', 1, circlePath(centre, 207))
  return sheet
}

/** The ship that its keel holds upright, between the sun and the ground below the sea. */
function scene(sheet: Sheet): void {
  const [x, waterline] = [320, 316]
  const half = 96
  const rays: string[] = []
  for (let angle = 180; angle <= 360; angle += 4)
    rays.push(
      segment(polar([x, waterline], 149, angle), polar([x, waterline], angle % 8 === 0 ? 214 : 184, angle)),
    )
  sheet.stroke('c', 1.3, rays)
  sheet.fill('w', circlePath([x, waterline], 142))
  sheet.stroke(
    'c',
    0.9,
    [136, 129, 121, 112, 102, 91, 79].map((radius) => circlePath([x, waterline], radius)),
  )
  sheet.stroke('c', 2, circlePath([x, waterline], 142))
  sheet
    .fill('k', `M100 ${waterline}H540V540H100Z`)
    .stroke('i', 1.6, segment([100, waterline], [540, waterline]))
  rigging(sheet, [x, waterline - half * 0.34 - 8], half, 128)
  const outside = (at: number, y: number): boolean =>
    Math.abs(at - x) > half * Math.max(1.06 - ((y - waterline) / (half * 0.8)) ** 2.4 * 0.9, 0.2) + 8
  water(sheet, 104, 536, waterline + 5, 14, 8, outside)
  water(sheet, 104, 536, waterline + 8, 13, 21, outside)
  hull(sheet, [x, waterline], half)
  strata(sheet, 100, 540, 476, 540, 3.3, 2)
}
