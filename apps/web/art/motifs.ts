import {
  arcPath,
  centreLine,
  circlePath,
  curve,
  dice,
  drift,
  hatch,
  layer,
  measure,
  type Point,
  polar,
  polyline,
  type Sheet,
  segment,
} from './pen.ts'

/** Layers of ground from `top` down: closer at the surface, each following the one above. */
export function strata(
  sheet: Sheet,
  from: number,
  to: number,
  top: number,
  bottom: number,
  seed: number,
  copperEvery = 5,
): void {
  let y = top
  let index = 0
  let gap = 7
  while (y < bottom) {
    const base = y
    const depth = index
    const path = layer(
      from,
      to,
      (x) =>
        base + drift(x / 90 + depth * 0.13, seed) * (5 + depth * 0.9) + drift(x / 31, seed + depth) * 1.1,
      34,
    )
    const copper = index > 0 && index % copperEvery === 0
    sheet.stroke(copper ? 'c' : index % 3 === 0 ? 'i' : 's', copper ? 1.5 : index % 3 === 0 ? 1.1 : 0.8, path)
    if (index % 4 === 2) sheet.stroke('s', 0.8, grains(from, to, base + gap / 2, gap, seed + depth, depth))
    y += gap
    gap *= 1.13
    index += 1
  }
}

function grains(from: number, to: number, y: number, room: number, seed: number, depth: number): string[] {
  const roll = dice(Math.round(seed * 977))
  const marks: string[] = []
  for (let x = from + 6; x < to - 6; x += 9 + roll() * 22) {
    const top =
      y + drift(x / 90 + depth * 0.13, seed - depth) * (5 + depth * 0.9) + (roll() - 0.5) * room * 0.3
    const lean = (roll() - 0.5) * 3
    marks.push(segment([x, top], [x + 3 + roll() * 4, top + lean]))
  }
  return marks
}

/** Water: broken lines that thin out downwards. */
export function water(
  sheet: Sheet,
  from: number,
  to: number,
  top: number,
  rows: number,
  seed: number,
  part: (x: number, y: number) => boolean = () => true,
): void {
  const roll = dice(seed * 31 + 7)
  const lines: string[] = []
  for (let row = 0; row < rows; row += 1) {
    const y = top + row * (5.5 + row * 0.55)
    let x = from + roll() * 24
    while (x < to) {
      const length = 16 + roll() * (70 - row * 3)
      const end = Math.min(x + length, to)
      if (part(x, y) && part(end, y) && part((x + end) / 2, y)) {
        lines.push(
          layer(x, end, (at) => y + Math.sin(at / 9 + row * 1.7) * Math.max(1.5 - row * 0.12, 0.3), 6),
        )
      }
      x = end + 8 + roll() * (12 + row * 7)
    }
  }
  sheet.stroke('i', 1, lines)
}

/** A hull in section: shell, ribs, deck beams and, below, the keel that holds it upright. */
export function hull(sheet: Sheet, [x, waterline]: Point, half: number): void {
  const top = waterline - half * 0.34
  const bottom = waterline + half * 0.74
  const shell = (scale: number): Point[] => {
    const points: Point[] = []
    for (let step = 0; step <= 20; step += 1) {
      const t = step / 20
      const width = half * scale * (1 - t ** 2.7) ** 0.62
      points.push([width, top + (bottom - top) * (1 - (1 - t) * scale ** 0.15) * (0.94 + 0.06 * scale)])
    }
    return points
  }
  const both = (points: Point[]): Point[] => [
    ...points.map(([dx, y]): Point => [x - dx, y]),
    ...[...points].reverse().map(([dx, y]): Point => [x + dx, y]),
  ]
  const outer = curve(both(shell(1)))
  sheet.fill('p', `${outer}Z`)
  sheet.within(`${outer}Z`, (inner) => {
    inner.stroke('s', 0.7, hatch(x - half, waterline + half * 0.3, half * 2, half * 0.5, 5, 32))
    for (const [index, scale] of [0.93, 0.8, 0.66, 0.51, 0.35, 0.19].entries()) {
      inner.stroke(index === 0 ? 'i' : 's', index === 0 ? 1.2 : 1, curve(both(shell(scale))))
    }
    for (let row = 0; row < 5; row += 1) {
      const y = top + half * (0.16 + row * 0.15)
      inner.stroke('i', 1, [
        segment([x - half, y], [x + half, y]),
        segment([x - half, y + 3.4], [x + half, y + 3.4]),
      ])
    }
  })
  sheet.stroke('i', 2.6, outer)
  sheet.stroke('i', 2, [
    curve([
      [x - half * 1.02, top],
      [x - half * 0.5, top - 9],
      [x, top - 12],
      [x + half * 0.5, top - 9],
      [x + half * 1.02, top],
    ]),
    segment([x - half * 1.02, top], [x - half * 1.02, top - 16]),
    segment([x + half * 1.02, top], [x + half * 1.02, top - 16]),
  ])
  const foot = bottom + half * 0.62
  const fin: Point[] = [
    [x - half * 0.1, bottom - 8],
    [x - half * 0.075, bottom + half * 0.25],
    [x - half * 0.09, foot - half * 0.1],
    [x - half * 0.26, foot],
    [x - half * 0.2, foot + half * 0.1],
    [x, foot + half * 0.13],
    [x + half * 0.2, foot + half * 0.1],
    [x + half * 0.26, foot],
    [x + half * 0.09, foot - half * 0.1],
    [x + half * 0.075, bottom + half * 0.25],
    [x + half * 0.1, bottom - 8],
  ]
  const outline = `${curve(fin)}Z`
  sheet.fill('w', outline)
  sheet.within(outline, (inner) =>
    inner.stroke('c', 1.1, hatch(x - half * 0.3, bottom - 10, half * 0.6, half * 0.9, 4.2, -38)),
  )
  sheet.stroke('c', 2.8, outline)
}

/** Mast, boom and the lines that hold them. */
export function rigging(sheet: Sheet, [x, deck]: Point, half: number, height: number): void {
  sheet.stroke('i', 2.4, segment([x, deck], [x, deck - height]))
  sheet.stroke('i', 1.4, [
    segment([x - half * 0.62, deck - height * 0.42], [x + half * 0.62, deck - height * 0.42]),
    segment([x - half * 0.4, deck - height * 0.74], [x + half * 0.4, deck - height * 0.74]),
  ])
  const stays: string[] = []
  for (const side of [-1, 1]) {
    for (const [foot, head] of [
      [1, 0.98],
      [0.84, 0.74],
      [0.7, 0.74],
      [0.55, 0.42],
    ] as const) {
      stays.push(segment([x + side * half * foot, deck + 4], [x + side * 2, deck - height * head]))
    }
    for (let rung = 1; rung < 9; rung += 1) {
      const t = rung / 10
      stays.push(
        segment(
          [x + side * half * 0.84 * (1 - t), deck + 4 - height * 0.74 * t],
          [x + side * half * 0.7 * (1 - t), deck + 4 - height * 0.74 * t],
        ),
      )
    }
  }
  sheet.stroke('s', 0.9, stays)
  sheet.stroke(
    'c',
    1.6,
    polyline([
      [x, deck - height],
      [x + 26, deck - height + 7],
      [x, deck - height + 15],
    ]),
  )
}

/** Roots (or, with a negative growth, a crown): each branch tapers, bends and divides. */
export function branches(
  sheet: Sheet,
  start: Point,
  options: {
    angle: number
    length: number
    depth: number
    width: number
    spread: number
    seed: number
    bend: number
    colour: 'i' | 'c'
  },
): void {
  const roll = dice(options.seed)
  const byWidth = new Map<number, string[]>()
  function grow(from: Point, angle: number, length: number, depth: number, width: number): void {
    const points: Point[] = [from]
    let here = from
    let heading = angle
    const steps = depth > 1 ? 4 : 2
    for (let step = 0; step < steps; step += 1) {
      heading += (roll() - 0.5) * options.bend + (90 - heading) * (options.angle > 0 ? 0.035 : 0)
      here = polar(here, length / steps, heading)
      points.push(here)
    }
    const key = Math.max(Math.round(width * 10) / 10, 0.7)
    byWidth.set(key, [...(byWidth.get(key) ?? []), curve(points)])
    if (depth === 0) return
    const forks = depth > options.depth - 2 ? 3 : roll() > 0.35 ? 2 : 1
    for (let fork = 0; fork < forks; fork += 1) {
      const side = forks === 1 ? (roll() - 0.5) * 2 : (fork / (forks - 1)) * 2 - 1
      grow(
        here,
        heading + side * options.spread + (roll() - 0.5) * 14,
        length * (0.68 + roll() * 0.2),
        depth - 1,
        width * 0.66,
      )
    }
  }
  grow(start, options.angle, options.length, options.depth, options.width)
  for (const [width, paths] of [...byWidth].sort(([a], [b]) => b - a))
    sheet.stroke(options.colour, width, paths)
}

/** A crown of leaves as small arcs, denser to one side. */
export function crown(sheet: Sheet, centre: Point, radius: number, seed: number): void {
  const roll = dice(seed)
  const leaves: string[] = []
  for (let count = 0; count < radius * 2.4; count += 1) {
    const angle = roll() * 360
    const distance = Math.sqrt(roll()) * radius
    const [x, y] = polar(centre, distance, angle)
    const size = 3.5 + roll() * 5.5
    const turn = roll() * 360
    leaves.push(arcPath([x, y * 1], size, turn, turn + 120 + roll() * 60, 4))
  }
  const rim: Point[] = []
  for (let step = 0; step < 22; step += 1)
    rim.push(polar(centre, radius * (1 + (roll() - 0.4) * 0.14), step * (360 / 22)))
  sheet.fill('p', curve(rim, true))
  sheet.within(curve(rim, true), (inner) => inner.stroke('s', 0.9, leaves))
  sheet.stroke('i', 1.7, rimOfLeaves(rim, seed))
}

function rimOfLeaves(rim: readonly Point[], seed: number): string[] {
  const roll = dice(seed + 5)
  return rim.map(([x, y], index) => {
    const next = rim[(index + 1) % rim.length] as Point
    const middle: Point = [
      (x + next[0]) / 2 + (y - next[1]) * -0.42 + (roll() - 0.5) * 3,
      (y + next[1]) / 2 + (next[0] - x) * -0.42,
    ]
    return curve([[x, y], middle, next])
  })
}

/** A stone arch in elevation, from springing to springing. */
export function arch(
  sheet: Sheet,
  [x, spring]: Point,
  half: number,
  rise: number,
  depth: number,
  stones: number,
): void {
  const inner: Point[] = []
  const outer: Point[] = []
  const joints: string[] = []
  for (let stone = 0; stone <= stones; stone += 1) {
    const angle = 180 + (180 * stone) / stones
    const cos = Math.cos((angle * Math.PI) / 180)
    const sin = Math.sin((angle * Math.PI) / 180)
    const low: Point = [x + cos * half, spring + sin * rise]
    const high: Point = [x + cos * (half + depth), spring + sin * (rise + depth)]
    inner.push(low)
    outer.push(high)
    joints.push(segment(low, high))
  }
  sheet.fill('w', `${curve(inner)}L${curve([...outer].reverse()).slice(1)}Z`)
  sheet.stroke('c', 1.3, joints)
  sheet.stroke('c', 2.4, [curve(inner), curve(outer)])
}

/** A compass rose with its ring of degrees. */
export function compassRose(sheet: Sheet, centre: Point, radius: number, bearing: number): void {
  const ring: string[] = []
  const long: string[] = []
  for (let degree = 0; degree < 360; degree += 2) {
    const major = degree % 30 === 0
    const middle = degree % 10 === 0
    const tick = segment(
      polar(centre, radius, degree),
      polar(centre, radius - (major ? 17 : middle ? 11 : 6), degree),
    )
    if (major) long.push(tick)
    else ring.push(tick)
  }
  sheet.fill('p', circlePath(centre, radius))
  sheet.stroke('s', 0.9, ring).stroke('i', 1.7, long)
  sheet
    .stroke('i', 2.2, circlePath(centre, radius))
    .stroke('i', 1, [circlePath(centre, radius + 7), circlePath(centre, radius - 22)])
  sheet.stroke('s', 0.8, [circlePath(centre, radius * 0.52), circlePath(centre, radius * 0.22)])
  for (const [offset, reach, waist] of [
    [45, 0.56, 0.1],
    [0, 0.84, 0.13],
  ] as const) {
    for (let point = 0; point < 4; point += 1) {
      const angle = point * 90 + offset - 90
      const tip = polar(centre, radius * reach, angle)
      const left = polar(centre, radius * waist, angle - 45)
      const right = polar(centre, radius * waist, angle + 45)
      const half = polyline([centre, tip, right], true)
      sheet.fill('p', polyline([centre, left, tip, right], true))
      sheet.within(half, (inner) =>
        inner.stroke(
          'i',
          0.9,
          hatch(centre[0] - radius, centre[1] - radius, radius * 2, radius * 2, 3, angle),
        ),
      )
      sheet.stroke('i', 1.2, [
        polyline([left, tip, right]),
        segment(centre, tip),
        segment(centre, left),
        segment(centre, right),
      ])
    }
  }
  const tip = polar(centre, radius * 0.93, bearing - 90)
  const tail = polar(centre, radius * 0.6, bearing + 90)
  const left = polar(centre, radius * 0.07, bearing + 180)
  const right = polar(centre, radius * 0.07, bearing)
  sheet.fill('cf', polyline([left, tip, right], true))
  sheet.fill('p', polyline([left, tail, right], true))
  sheet.stroke('c', 1.8, [polyline([left, tip, right], true), polyline([left, tail, right], true)])
  sheet.fill('p', circlePath(centre, radius * 0.05)).stroke('c', 1.8, circlePath(centre, radius * 0.05))
}

/** Lines of equal height around a summit, as on a map. */
export function contours(sheet: Sheet, [x, y]: Point, radius: number, rings: number, seed: number): void {
  for (let ring = 1; ring <= rings; ring += 1) {
    const points: Point[] = []
    for (let step = 0; step < 40; step += 1) {
      const angle = step * 9
      const wobble =
        1 +
        drift(
          Math.cos((angle * Math.PI) / 180) * 2 + Math.sin((angle * Math.PI) / 180) * 3.1 + ring * 0.08,
          seed,
        ) *
          0.2
      points.push(polar([x, y], (radius * ring * wobble) / rings, angle))
    }
    sheet.stroke(ring % 5 === 0 ? 'c' : 's', ring % 5 === 0 ? 1.3 : 0.8, curve(points, true))
  }
}

/** A guilloche: the interlaced border of papers that must not be copied. */
export function guilloche(
  sheet: Sheet,
  x: number,
  y: number,
  width: number,
  height: number,
  band: number,
  waves: number,
): void {
  const perimeter = 2 * (width + height)
  const place = (s: number, across: number): Point => {
    const along = ((s % perimeter) + perimeter) % perimeter
    if (along < width) return [x + along, y + across]
    if (along < width + height) return [x + width - across, y + along - width]
    if (along < 2 * width + height) return [x + width - (along - width - height), y + height - across]
    return [x + across, y + height - (along - 2 * width - height)]
  }
  for (let strand = 0; strand < 5; strand += 1) {
    const points: Point[] = []
    const steps = waves * 7
    for (let step = 0; step < steps; step += 1) {
      const phase = (step / steps) * waves * Math.PI * 2 + (strand * Math.PI * 2) / 5
      points.push(place((step / steps) * perimeter, band / 2 + (Math.sin(phase) * band) / 2))
    }
    sheet.stroke(strand % 2 === 0 ? 'c' : 's', 0.8, polyline(points, true))
  }
}

/** The seal: a rosette with the keel in the middle. */
export function seal(sheet: Sheet, centre: Point, radius: number): void {
  const rim: Point[] = []
  for (let step = 0; step < 96; step += 1)
    rim.push(polar(centre, radius * (step % 2 === 0 ? 1 : 0.945), step * 3.75))
  sheet.fill('cf', polyline(rim, true))
  sheet.raw(`<g fill="none" stroke="#faf7f2" stroke-linecap="round">`)
  const rosette: Point[] = []
  for (let step = 0; step <= 720; step += 1) {
    const angle = step * 0.5
    rosette.push(polar(centre, radius * (0.76 + 0.1 * Math.sin((angle * 24 * Math.PI) / 180)), angle))
  }
  sheet.raw(
    `<path stroke-width=".9" d="${polyline(rosette, true)}"/><path stroke-width="1.3" d="${circlePath(centre, radius * 0.62)}${circlePath(centre, radius * 0.88)}"/>`,
  )
  const [x, y] = centre
  const u = radius / 50
  sheet.raw(
    `<path stroke-width="${2.6 * u}" d="M${x - 18 * u} ${y - 19 * u}c3 17 9 30 18 37c9-7 15-20 18-37"/><path stroke-width="${1.4 * u}" d="M${x - 10 * u} ${y - 19 * u}c2 12 5 22 10 29c5-7 8-17 10-29M${x} ${y - 22 * u}v40"/></g>`.replace(
      /c3 17 9 30 18 37c9-7 15-20 18-37|c2 12 5 22 10 29c5-7 8-17 10-29|v40/g,
      (part) => part.replace(/-?\d+/g, (figure) => String(Math.round(Number(figure) * u * 10) / 10)),
    ),
  )
}

export { centreLine, measure }
