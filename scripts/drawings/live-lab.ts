import { letters } from './lettering.ts'
import { bust, darkSide, eyes, hairOf, headOf, middle, type Sitter } from './portraits.ts'
import { Sheet } from './sheet.ts'
import { circlePath, curve, layer, segment } from './strokes.ts'

/** The screen's frame within the picture. */
const frame = { at: 20, width: 680, height: 410 }
const tile = { width: 128, height: 108, gap: 10 }

const cohort: readonly Sitter[] = [
  { seed: 11, cheek: 52, jaw: 42, chin: 238, hair: 'knot', collar: 'jacket', glasses: true },
  { seed: 23, cheek: 55, jaw: 49, chin: 242, hair: 'cropped', collar: 'shirt' },
  { seed: 37, cheek: 51, jaw: 40, chin: 236, hair: 'long', collar: 'round' },
  { seed: 41, cheek: 54, jaw: 46, chin: 240, hair: 'cropped', collar: 'jacket', glasses: true },
  { seed: 53, cheek: 50, jaw: 40, chin: 234, hair: 'long', collar: 'jacket' },
  { seed: 67, cheek: 53, jaw: 44, chin: 239, hair: 'knot', collar: 'round' },
]

const box = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}h${width}v${height}h${-width}Z`

/** One of the six participants in the frame of a camera: the portraits' busts with few lines, for a small frame. */
function sitting(sheet: Sheet, sitter: Sitter, speaks: boolean, [x, y]: readonly [number, number]): void {
  const edge = box(x, y, tile.width, tile.height)
  sheet.fill('k', edge)
  sheet.within(edge, (inside) => {
    const scale = 0.42
    inside.raw(`<g transform="translate(${x + tile.width / 2 - middle * scale} ${y - 16}) scale(${scale})">`)
    const [head, hair] = [headOf(sitter), hairOf(sitter)]
    if (sitter.hair === 'knot') inside.fill('if', circlePath([middle + 6, 62], 25))
    if (sitter.hair === 'long') inside.fill('if', hair)
    inside.fill(sitter.collar === 'jacket' ? 'if' : sitter.collar === 'shirt' ? 'w' : 'cf', bust)
    inside.stroke('i', 4, bust)
    inside.fill(
      'p',
      `M${middle - 25} 214L${middle - 30} 262L${middle} 292L${middle + 30} 262L${middle + 25} 214Z`,
    )
    inside.fill('p', head)
    inside.within(head, (face) => face.fill('w', darkSide(sitter)))
    const eye = sitter.cheek * 0.46
    for (const side of [-1, 1]) {
      inside.fill('if', circlePath([middle + side * eye, eyes], 5))
      if (sitter.glasses) inside.stroke('c', 4, circlePath([middle + side * eye, eyes], 19))
    }
    const { chin } = sitter
    inside.stroke('i', 4, [
      curve([
        [middle + 5, eyes + 4],
        [middle + 10, eyes + 26],
        [middle - 5, eyes + 29],
      ]),
      curve([
        [middle - 20, chin - 36],
        [middle, chin - (speaks ? 22 : 30)],
        [middle + 21, chin - 37],
      ]),
    ])
    if (sitter.hair !== 'long') inside.fill('if', hair)
    else inside.stroke('i', 10, `M${middle - 52} 120Q${middle} 66 ${middle + 52} 120`)
    inside.stroke('i', 4, head)
    inside.raw('</g>')
  })
  sheet.stroke(speaks ? 'c' : 's', speaks ? 3 : 1.2, edge)
}

/** The shared page: one decision on one page, read through the section of the Blueprint. */
function sharedPage(sheet: Sheet): void {
  const [x, y, width, height] = [44, 74, 356, 344] as const
  sheet.fill('k', box(x, y, width, height))
  sheet.stroke('i', 1.4, box(x, y, width, height))
  const words = (text: string, line: number, font: number): string =>
    letters(text, [x + 26, y + line], { size: font })
  sheet.fill('if', words('One decision, on one page', 46, 22))
  const rows = [
    'What is to be decided',
    'Who decides, and by when',
    'What it costs, and whom',
    'What would change my mind',
  ]
  for (const [index, row] of rows.entries()) {
    const at = 84 + index * 40
    sheet.fill('cf', words(row, at, 12.5))
    const long = [292, 236, 304, 168][index] ?? 240
    sheet.stroke('s', 1.1, [
      layer(x + 26, x + 26 + long, (along) => y + at + 15 + Math.sin(along / 7) * 1.6, 6),
    ])
  }
  const ground = y + 262
  sheet.stroke('s', 1, segment([x + 26, ground], [x + width - 26, ground]))
  for (let part = 0; part < 4; part += 1) {
    const depth = 18 + part * 14
    sheet.stroke(
      part % 2 === 0 ? 'c' : 'i',
      1.6,
      `M${x + 60 + part * 18} ${ground}Q${x + width / 2} ${ground + depth * 2} ${x + width - 60 - part * 18} ${ground}`,
    )
  }
  sheet.stroke(
    'c',
    1.2,
    segment([x + width / 2, ground - 12], [x + width / 2, ground + 68]),
    'stroke-dasharray="8 4 2 4" ',
  )
}

/** A live lab on the screen of a participant: the page that is worked on, and the six of the cohort. */
export function liveLab(): Sheet {
  const sheet = new Sheet(frame.width + 2, frame.height + 2, 'toned')
  sheet.raw(`<g transform="translate(${1 - frame.at} ${1 - frame.at})">`)
  sheet.fill('p', box(frame.at, frame.at, frame.width, frame.height))
  sheet.fill('w', box(frame.at, frame.at, frame.width, 34))
  sheet.fill('if', letters('Live lab, week 8: decide in the open', [44, 42], { size: 14 }))
  sheet.fill('cf', `${circlePath([612, 37], 4.5)}${letters('recording', [624, 41.5], { size: 12.5 })}`)
  sharedPage(sheet)
  for (const [index, sitter] of cohort.entries()) {
    const x = 420 + (index % 2) * (tile.width + tile.gap)
    const y = 74 + Math.floor(index / 2) * (tile.height + tile.gap)
    sitting(sheet, sitter, index === 2, [x, y])
  }
  sheet.stroke('i', 1.6, box(frame.at, frame.at, frame.width, frame.height))
  sheet.stroke('i', 1, segment([frame.at, 54], [frame.at + frame.width, 54]))
  sheet.raw('</g>')
  return sheet
}
