import {
  arch,
  branches,
  compassRose,
  contours,
  crown,
  guilloche,
  hull,
  rigging,
  seal,
  strata,
  water,
} from './motifs.ts'
import {
  arcPath,
  centreLine,
  circlePath,
  curve,
  dice,
  drift,
  hatch,
  layer,
  letters,
  measure,
  type Point,
  polar,
  polyline,
  register,
  Sheet,
  segment,
} from './pen.ts'

const slide = { width: 640, height: 600 } as const

function slideKeel(): Sheet {
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

function slideRoots(): Sheet {
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

function slideBridge(): Sheet {
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

function slideCompass(): Sheet {
  const sheet = new Sheet(slide.width, slide.height)
  sheet.within('M24 24H616V576H24Z', (inner) => {
    contours(inner, [430, 190], 300, 19, 2.2)
    contours(inner, [130, 500], 190, 13, 5.3)
  })
  compassRose(sheet, [320, 308], 196, 24)
  sheet.stroke('c', 1.3, arcPath([320, 308], 222, -90, -66, 10))
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

const card = { width: 360, height: 240 } as const

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

function timelineCommand(): Sheet {
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

function timelineCracks(): Sheet {
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

function timelineSection(): Sheet {
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

function timelineBlueprint(): Sheet {
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
      arcPath(centre, 8, 200, 520, 12),
      polyline(
        [
          [x - 9, y + 6],
          [x, y - 8],
          [x + 9, y + 6],
        ],
        true,
      ),
      arcPath([x, y + 6], 11, 200, 340, 8) + segment([x - 11, y + 6], [x + 11, y + 6]),
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

function timelineBegin(): Sheet {
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

function path(wide: boolean): Sheet {
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

function bookCover(): Sheet {
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

function certificate(): Sheet {
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
  sheet
    .stroke('i', 1, segment([170, 256], [470, 256]))
    .stroke('s', 0.9, [segment([230, 276], [410, 276]), segment([256, 288], [384, 288])])
  const signature: Point[] = [
    [112, 352],
    [122, 334],
    [130, 356],
    [140, 340],
    [148, 354],
    [158, 332],
    [164, 356],
    [176, 342],
    [186, 352],
    [206, 346],
    [226, 350],
  ]
  sheet.stroke('i', 1.7, curve(signature)).stroke('s', 0.9, segment([106, 366], [236, 366]))
  seal(sheet, [486, 338], 52)
  sheet.raw('<g opacity=".16">')
  strata(sheet, 90, 420, 300, 384, 1.2, 3)
  sheet.raw('</g>')
  return sheet
}

function aboutHero(): Sheet {
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

function strataBand(): Sheet {
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

/** Every picture by its name; the names are what content refers to as `art/<name>.svg`. */
export const pictures: Record<string, () => Sheet> = {
  'slide-keel': slideKeel,
  'slide-roots': slideRoots,
  'slide-bridge': slideBridge,
  'slide-compass': slideCompass,
  'timeline-command': timelineCommand,
  'timeline-cracks': timelineCracks,
  'timeline-section': timelineSection,
  'timeline-blueprint': timelineBlueprint,
  'timeline-begin': timelineBegin,
  'path-1': () => path(false),
  'path-2': () => path(true),
  'book-cover': bookCover,
  certificate,
  'about-hero': aboutHero,
  strata: strataBand,
}
