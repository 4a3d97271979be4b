import { Sheet } from './sheet.ts'
import { circlePath, curve, dice, drift, hatch, layer, type Point, segment } from './strokes.ts'

/** The features that differ between sitters; the rest is the same bust, seen from the front, light from the left. */
export interface Sitter {
  seed: number
  /** Half the width of the head at the cheekbones. */
  cheek: number
  /** Half the width of the jaw. */
  jaw: number
  chin: number
  hair: 'cropped' | 'knot' | 'long'
  glasses?: boolean
  beard?: boolean
  collar: 'jacket' | 'round' | 'shirt'
}

const width = 320
const height = 360
export const middle = 160
export const eyes = 158

/** A closed shape from its right half, mirrored. */
function mirrored(half: readonly Point[]): Point[] {
  const left = half.map(([x, y]): Point => [2 * middle - x, y]).reverse()
  return [...half, ...left]
}

export function headOf({ cheek, jaw, chin }: Sitter): string {
  return curve(
    mirrored([
      [middle + 14, 84],
      [middle + cheek * 0.8, 100],
      [middle + cheek, 140],
      [middle + cheek * 0.97, 178],
      [middle + jaw, 208],
      [middle + jaw * 0.55, chin - 6],
      [middle + 8, chin],
    ]),
    true,
  )
}

export const bust = curve(
  mirrored([
    [middle + 24, 246],
    [middle + 40, 262],
    [middle + 92, 282],
    [middle + 118, 312],
    [middle + 126, height + 30],
    [middle + 60, height + 40],
  ]),
  true,
)

export function hairOf({ hair, cheek }: Sitter): string {
  const side = middle + cheek
  if (hair === 'cropped') {
    return curve(
      [
        [2 * middle - side - 3, 146],
        [2 * middle - side - 4, 112],
        [middle - 34, 78],
        [middle + 4, 68],
        [middle + 40, 80],
        [side + 4, 112],
        [side + 3, 146],
        [side - 6, 122],
        [middle + 30, 108],
        [middle - 6, 112],
        [middle - 36, 104],
        [2 * middle - side + 6, 124],
      ],
      true,
    )
  }
  const low = hair === 'long' ? 226 : 164
  return curve(
    [
      [2 * middle - side + 2, low],
      [2 * middle - side - 15, low - 10],
      [2 * middle - side - 16, 150],
      [2 * middle - side - 8, 104],
      [middle - 30, 72],
      [middle + 6, 66],
      [middle + 44, 76],
      [side + 12, 108],
      [side + 16, 152],
      [side + 15, low - 10],
      [side - 2, low],
      [side - 3, 150],
      [middle + 40, 116],
      [middle + 8, 98],
      [middle - 22, 114],
      [2 * middle - side + 4, 150],
    ],
    true,
  )
}

/** Lines that follow the form, closer on the side away from the light: engravers shade like this. */
function shaded(sheet: Sheet, outline: string, seed: number, spacing: number, pen: 'i' | 's' | 'c'): void {
  sheet.within(outline, (inside) => {
    const lines: string[] = []
    for (let y = 28; y < height; y += spacing)
      lines.push(
        layer(
          middle - 130,
          middle + 130,
          (x) => y + ((x - middle) / 60) ** 2 * 4 + drift(x / 30 + y, seed) * 0.5,
          26,
        ),
      )
    inside.stroke(pen, 0.8, lines)
  })
}

/** The shaded cheek, jaw and neck: the right half of a shape. */
export function darkSide({ cheek, chin }: Sitter): string {
  return curve(
    [
      [middle + cheek * 0.5, 96],
      [middle + cheek + 8, 130],
      [middle + cheek + 4, 200],
      [middle + 20, chin + 8],
      [middle + 14, chin - 10],
      [middle + cheek * 0.62, 190],
      [middle + cheek * 0.7, 140],
    ],
    true,
  )
}

function faceOf(sheet: Sheet, sitter: Sitter): void {
  const { cheek, chin } = sitter
  const eye = cheek * 0.46
  for (const side of [-1, 1]) {
    const x = middle + side * eye
    sheet.stroke('i', 1.6, [
      curve([
        [x - 11, eyes + 1],
        [x, eyes - 5],
        [x + 11, eyes + 1],
      ]),
      curve([
        [x - 14, eyes - 15 + (side < 0 ? 2 : 0)],
        [x, eyes - 19],
        [x + 14, eyes - 14 + (side > 0 ? 2 : 0)],
      ]),
    ])
    sheet.stroke('i', 0.9, [
      curve([
        [x - 9, eyes + 3],
        [x, eyes + 5.5],
        [x + 9, eyes + 2],
      ]),
    ])
    sheet.fill('if', circlePath([x, eyes - 0.4], 3.4))
  }
  sheet.stroke('i', 1.2, [
    curve([
      [middle + 5, eyes - 2],
      [middle + 8, eyes + 18],
      [middle + 11, eyes + 27],
      [middle + 3, eyes + 31],
      [middle - 6, eyes + 28],
    ]),
    curve([
      [middle - 20, chin - 34],
      [middle - 9, chin - 30],
      [middle, chin - 29],
      [middle + 10, chin - 30],
      [middle + 21, chin - 35],
    ]),
    curve([
      [middle - 9, chin - 20],
      [middle + 1, chin - 18],
      [middle + 11, chin - 21],
    ]),
  ])
  if (sitter.glasses) {
    sheet.stroke('c', 1.8, [
      circlePath([middle - eye, eyes], 18),
      circlePath([middle + eye, eyes], 18),
      curve([
        [middle - eye + 18, eyes - 3],
        [middle, eyes - 8],
        [middle + eye - 18, eyes - 3],
      ]),
      segment([middle - eye - 18, eyes - 3], [middle - cheek, eyes - 7]),
      segment([middle + eye + 18, eyes - 3], [middle + cheek, eyes - 7]),
    ])
  }
}

function beardOf(sheet: Sheet, { cheek, jaw, chin, seed }: Sitter): void {
  const outline = curve(
    mirrored([
      [middle + 16, chin - 40],
      [middle + cheek * 0.8, 182],
      [middle + cheek + 1, 176],
      [middle + jaw + 4, 212],
      [middle + jaw * 0.5, chin + 8],
      [middle + 6, chin + 12],
    ]),
    true,
  )
  const roll = dice(seed)
  sheet.within(outline, (inside) => {
    const hairs: string[] = []
    for (let count = 0; count < 340; count += 1) {
      const x = middle + (roll() - 0.5) * 2 * cheek
      const y = 176 + roll() * 70
      if (Math.abs(x - middle) < 22 && y > chin - 44 && y < chin - 16) continue
      hairs.push(segment([x, y], [x + (x - middle) * 0.05, y + 8]))
    }
    inside.stroke('i', 1, hairs)
  })
}

function clothes(sheet: Sheet, { collar, seed }: Sitter): void {
  sheet.fill('p', bust)
  if (collar === 'round') {
    shaded(sheet, bust, seed + 3, 5, 'c')
    const neckline = curve([
      [middle - 44, 262],
      [middle - 22, 280],
      [middle, 286],
      [middle + 22, 280],
      [middle + 44, 262],
    ])
    sheet.stroke('i', 1.8, neckline)
  } else {
    sheet.within(bust, (inside) =>
      inside.stroke('i', 0.8, hatch(20, 250, 280, 130, collar === 'jacket' ? 4.5 : 9, 58)),
    )
    const opening: Point[] = [
      [middle - 30, 254],
      [middle, 330],
      [middle + 30, 254],
    ]
    sheet.fill('p', curve([...opening, [middle, 246]], true))
    sheet.stroke('i', 1.6, [
      segment([middle - 31, 252], [middle, 336]),
      segment([middle + 31, 252], [middle, 336]),
    ])
    if (collar === 'jacket') {
      sheet.stroke('i', 1.6, [
        `M${middle - 38} 256L${middle - 62} 300L${middle - 44} 304L${middle} 350`,
        `M${middle + 38} 256L${middle + 62} 300L${middle + 44} 304L${middle} 350`,
      ])
      sheet.stroke('c', 1.4, [
        segment([middle - 26, 262], [middle, 288]),
        segment([middle + 26, 262], [middle, 288]),
      ])
    } else {
      sheet.stroke('c', 1.6, [
        `M${middle - 30} 250L${middle - 14} 282L${middle} 268L${middle + 14} 282L${middle + 30} 250`,
      ])
    }
  }
  sheet.stroke('i', 2, bust)
}

function portrait(sitter: Sitter): Sheet {
  const sheet = new Sheet(width, height, 'toned')
  const window = `M0 0H${width}V${height}H0Z`
  sheet.fill('p', window)
  // The ground behind the head: darker at the right, where the light does not come.
  const ground: string[] = []
  for (let y = 10; y < height; y += 7)
    ground.push(layer(0, width, (x) => y + drift(x / 40 + y, sitter.seed) * 1.2, 40))
  sheet.stroke('s', 0.6, ground)
  const head = headOf(sitter)
  const hair = hairOf(sitter)
  sheet.within(window, (inside) => {
    if (sitter.hair === 'knot') {
      const knot = circlePath([middle + 6, 58], 26)
      inside.fill('p', knot)
      shaded(inside, knot, sitter.seed + 5, 2.6, 'i')
      inside.stroke('i', 2, knot)
    }
    if (sitter.hair === 'long') {
      inside.fill('p', hair)
      inside.within(hair, (strands) => {
        const lines: string[] = []
        for (let x = middle - 90; x < middle + 90; x += 3)
          lines.push(
            curve([
              [middle + (x - middle) * 0.35, 64],
              [x, 130],
              [x + drift(x, sitter.seed) * 4, 250],
            ]),
          )
        strands.stroke('i', 1.1, lines)
      })
      inside.stroke('i', 2, hair)
    }
    const neck = `M${middle - 25} 214L${middle - 27} 262L${middle} 286L${middle + 27} 262L${middle + 25} 214Z`
    inside.fill('p', neck)
    inside.within(neck, (shade) => shade.stroke('i', 0.8, hatch(middle - 8, 214, 40, 80, 3.4, 24)))
    clothes(inside, sitter)
    inside.fill('p', neck)
    inside.within(neck, (shade) => shade.stroke('i', 0.8, hatch(middle - 4, 206, 44, 80, 3.4, 24)))
    inside.stroke('i', 1.6, [
      segment([middle - 25, 214], [middle - 28, 258]),
      segment([middle + 25, 214], [middle + 28, 258]),
    ])
    for (const side of [-1, 1]) {
      const x = middle + side * (sitter.cheek + 3)
      const ear = curve([
        [x - side * 2, 148],
        [x + side * 9, 150],
        [x + side * 8, 170],
        [x - side * 3, 184],
      ])
      inside.fill('p', `${ear}Z`)
      inside.stroke('i', 1.4, ear)
    }
    inside.fill('p', head)
    inside.within(head, (inHead) => shaded(inHead, darkSide(sitter), sitter.seed, 3.6, 'c'))
    if (sitter.beard) inside.within(head, (inHead) => beardOf(inHead, sitter))
    faceOf(inside, sitter)
    inside.stroke('i', 2, head)
    if (sitter.hair !== 'long' || sitter.seed > 0) {
      inside.fill('p', hair)
      inside.within(hair, (strands) => {
        const lines: string[] = []
        const spread = sitter.hair === 'cropped' ? 2.4 : 2.9
        for (let x = middle - 96; x < middle + 96; x += spread)
          lines.push(
            curve([
              [middle + 4 + (x - middle) * 0.5, 60],
              [x, 112],
              [x + (x > middle ? 6 : -6), sitter.hair === 'long' ? 252 : 178],
            ]),
          )
        strands.stroke('i', 1.2, lines)
      })
      inside.stroke('i', 2, hair)
    }
  })
  sheet.stroke('c', 2, `M1 1H${width - 1}V${height - 1}H1Z`)
  return sheet
}

export const portraitOne = (): Sheet =>
  portrait({ seed: 11, cheek: 52, jaw: 42, chin: 238, hair: 'knot', collar: 'jacket', glasses: true })
export const portraitTwo = (): Sheet =>
  portrait({ seed: 23, cheek: 55, jaw: 49, chin: 242, hair: 'cropped', collar: 'shirt', beard: true })
export const portraitThree = (): Sheet =>
  portrait({ seed: 37, cheek: 51, jaw: 40, chin: 236, hair: 'long', collar: 'round' })
