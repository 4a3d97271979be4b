import { strata } from './ground.ts'
import { letters } from './lettering.ts'
import { guilloche, seal } from './papers.ts'
import { Sheet } from './sheet.ts'
import { circlePath, curve, drift, layer, segment } from './strokes.ts'

export function bookCover(): Sheet {
  const sheet = new Sheet(520, 640)
  const [x, y, width, height] = [84, 40, 372, 548]
  sheet.fill('w', `M${x + 18} ${y + 18}h${width}v${height}h${-width}Z`)
  const edge: string[] = []
  for (let page = 0; page < 9; page += 1)
    edge.push(
      `M${x + 4 + page * 1.8} ${y + height + page * 1.9}H${x + width + page * 1.8}V${y + 4 + page * 1.9}`,
    )
  sheet.fill('k', `M${x} ${y + height}l17 17h${width}v${-height}l-17 -17Z`).stroke('s', 0.8, edge)
  sheet.raw(`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="2" class="b"/>`)
  const inner = `M${x} ${y}h${width}v${height}h${-width}Z`
  sheet.raw('<g fill="none" stroke-linecap="round" stroke="#cc7f42">')
  sheet.within(inner, (cover) => {
    let at = y + 372
    let gap = 6
    for (let index = 0; at < y + height + 20; index += 1) {
      const base = at
      const d = layer(
        x - 4,
        x + width + 4,
        (px) => {
          const rise = Math.exp(-(((px - x - width / 2) / 92) ** 2)) * (112 - index * 5.4)
          return base + drift(px / 80 + index * 0.12, 2.9) * (3 + index * 0.7) - Math.max(rise, 0)
        },
        12,
      )
      cover.raw(
        `<path stroke-width="${index % 4 === 0 ? 1.7 : 0.9}" ${index % 4 === 0 ? '' : 'stroke="#f4efe7" opacity=".62" '}d="${d}"/>`,
      )
      at += gap
      gap *= 1.085
    }
    cover.raw(`<path stroke-width="1" opacity=".9" d="${circlePath([x + width / 2, y + 246], 20)}"/>`)
  })
  sheet.raw('</g>')
  const words: string[] = [
    letters('The Rise', [x + 34, y + 84], { size: 56 }),
    letters('of Real', [x + 34, y + 138], { size: 56 }),
  ]
  sheet.raw(`<path fill="#f4efe7" d="${words.join('')}"/>`)
  sheet.raw(`<path fill="#cc7f42" d="${letters('Leadership', [x + 34, y + 192], { size: 56 })}"/>`)
  sheet.raw(`<path class="b" d="M${x} ${y + height - 62}h${width}v62h${-width}Z"/>`)
  sheet.raw(
    `<path fill="#b8b0a6" d="${letters('How trust replaced command, and how to earn it', [x + 34, y + height - 28], { size: 14.5 })}"/>`,
  )
  sheet.raw(
    `<path stroke="#000" stroke-opacity=".55" stroke-width="1.4" fill="none" d="M${x + 15} ${y}v${height}"/><path stroke="#fff" stroke-opacity=".14" stroke-width="1" fill="none" d="M${x + 17} ${y}v${height}"/>`,
  )
  return sheet
}

/** A handwritten signature: a tall M, a line of small letters, a tall k with a flourish. */
const signature = [
  curve([
    [108, 350],
    [114, 322],
    [118, 340],
    [126, 318],
    [128, 346],
    [136, 338],
    [140, 346],
    [146, 337],
    [150, 346],
    [158, 338],
    [160, 354],
    [154, 362],
    [166, 340],
  ]),
  curve([
    [180, 334],
    [174, 346],
    [186, 348],
    [190, 334],
    [180, 332],
    [196, 340],
    [204, 318],
    [200, 348],
    [210, 336],
    [206, 342],
    [216, 348],
    [224, 338],
    [230, 346],
    [238, 340],
    [258, 332],
  ]),
].join('')

export function certificate(): Sheet {
  const sheet = new Sheet(640, 470)
  const [x, y, width, height] = [40, 34, 560, 396]
  sheet.fill('w', `M${x + 12} ${y + 12}h${width}v${height}h${-width}Z`)
  sheet
    .fill('p', `M${x} ${y}h${width}v${height}h${-width}Z`)
    .stroke('i', 1.6, `M${x} ${y}h${width}v${height}h${-width}Z`)
  guilloche(sheet, x + 14, y + 14, width - 28, height - 28, 22, 58)
  sheet.stroke('i', 0.9, [
    `M${x + 10} ${y + 10}h${width - 20}v${height - 20}h${-width + 20}Z`,
    `M${x + 42} ${y + 42}h${width - 84}v${height - 84}h${-width + 84}Z`,
  ])
  sheet.fill('if', letters('Authentic Leader', [320, 150], { size: 44, anchor: 'middle' }))
  sheet.fill('cf', letters('Certification', [320, 192], { size: 34, anchor: 'middle' }))
  sheet.fill('if', letters('awarded to', [320, 222], { size: 15, anchor: 'middle' }))
  sheet.fill('if', letters('Dana Whitfield', [320, 258], { size: 32, anchor: 'middle' }))
  sheet.stroke('s', 0.9, segment([170, 270], [470, 270]))
  sheet.fill(
    'if',
    letters('for twelve weeks of practice at work', [320, 290], { size: 14, anchor: 'middle' }),
  )
  sheet.stroke('i', 1.6, signature).stroke('s', 0.9, segment([106, 358], [262, 358]))
  sheet.fill('if', letters('Margaret Okonjo, founder', [106, 374], { size: 12 }))
  sheet.fill('if', letters('No. ALC-2026-0417', [372, 374], { size: 12, anchor: 'middle' }))
  seal(sheet, [486, 338], 52)
  sheet.raw('<g opacity=".16">')
  strata(sheet, 90, 420, 300, 384, 1.2, 3)
  sheet.raw('</g>')
  // A stamp, so that the drawing is not mistaken for the paper itself.
  sheet.raw('<g opacity=".3" transform="rotate(-18 320 240)">')
  sheet.fill('cf', letters('SAMPLE', [326, 268], { size: 92, anchor: 'middle', spacing: 14 }))
  sheet.raw('</g>')
  return sheet
}
