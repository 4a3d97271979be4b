import { strata } from './ground.ts'
import { ring, rosette } from './papers.ts'
import { Sheet } from './sheet.ts'
import { circlePath, curve, type Point } from './strokes.ts'

/** A4 landscape, in points. */
const [width, height] = [842, 595]

/** The background of a certificate: border, corners, a rosette behind the name, ground below. */
export function certificateGround(): Sheet {
  const sheet = new Sheet(width, height, 'print')
  const inside = 'M74 74H768V521H74Z'
  sheet.within(inside, (inner) => {
    inner.raw('<g opacity=".2">')
    strata(inner, 70, 772, 452, 524, 2.7, 3)
    inner.raw('</g><g opacity=".13">')
    for (const path of rosette([421, 274], 190, 84, 22, 12)) inner.stroke('c', 0.5, path)
    for (const path of rosette([421, 274], 92, 30, 12, 8)) inner.stroke('c', 0.4, path)
    inner.raw('</g>')
  })
  border(sheet)
  return sheet
}

/** Strands between two rules, in whole waves on each side, and a rosette on each corner. */
function border(sheet: Sheet): void {
  const [near, far] = [40, 66]
  const middle = (near + far) / 2
  const strands = 7
  for (let strand = 0; strand < strands; strand += 1) {
    const side = (length: number, waves: number): [along: number, across: number][] =>
      Array.from({ length: waves * 4 + 1 }, (_, step) => {
        const phase = (step / 4 + strand / strands) * Math.PI * 2
        return [(step / (waves * 4)) * length, Math.sin(phase) * (far - near) * 0.42]
      })
    const across = side(width - 2 * middle, 42)
    const down = side(height - 2 * middle, 28)
    const lines: Point[][] = [
      across.map(([along, off]) => [middle + along, middle + off]),
      across.map(([along, off]) => [middle + along, height - middle - off]),
      down.map(([along, off]) => [middle + off, middle + along]),
      down.map(([along, off]) => [width - middle - off, middle + along]),
    ]
    sheet.stroke(
      strand % 2 === 0 ? 'c' : 's',
      0.5,
      lines.map((points) => curve(points)),
    )
  }
  const frame = (inset: number): string => `M${inset} ${inset}H${width - inset}V${height - inset}H${inset}Z`
  sheet
    .stroke('i', 1.4, frame(36))
    .stroke('i', 0.5, [frame(39.5), frame(66.5)])
    .stroke('c', 0.9, frame(69.5))
  for (const x of [middle, width - middle]) for (const y of [middle, height - middle]) corner(sheet, [x, y])
}

function corner(sheet: Sheet, centre: Point): void {
  sheet.fill('k', circlePath(centre, 27)).stroke('i', 1.2, circlePath(centre, 27))
  for (const path of rosette(centre, 22, 8.6, 9, 12)) sheet.stroke('c', 0.45, path)
  for (const path of ring(centre, 25.6, 22.4, 30, 3)) sheet.stroke('s', 0.4, path)
  sheet.stroke('i', 0.6, circlePath(centre, 8.4)).fill('cf', circlePath(centre, 2.6))
}
