/** A part of a text with its own weight and link. */
export interface Piece {
  text: string
  format?: string
  link?: string
}

/** A range of a text in UTF-16 units, as text areas count them. */
export interface Range {
  from: number
  to: number
}

interface Change extends Range {
  inserted: string
}

export const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')

/** The change between two texts: the replaced range and the inserted text, given the caret after the change. */
export function changeBetween(before: string, after: string, caret: number): Change {
  const tail = after.slice(caret)
  const kept = before.endsWith(tail) ? tail.length : 0
  const [old, now] = [before.slice(0, before.length - kept), after.slice(0, after.length - kept)]
  let from = 0
  while (from < old.length && from < now.length && old[from] === now[from]) from += 1
  return { from, to: old.length, inserted: now.slice(from) }
}

/** The pieces after a change. Inserted text joins the piece that it replaces, else the one before it. */
export function changed(pieces: readonly Piece[], { from, to, inserted }: Change): Piece[] {
  const owner = from < to ? from : Math.max(from - 1, 0)
  let start = 0
  let taken = false
  const next = pieces.flatMap((piece) => {
    const end = start + piece.text.length
    const owns = owner >= start && owner < end
    const head = piece.text.slice(0, Math.max(from - start, 0))
    const text = head + (owns ? inserted : '') + piece.text.slice(Math.max(to - start, 0))
    start = end
    taken ||= owns
    return text === '' && piece.text !== '' ? [] : [{ ...piece, text }]
  })
  if (!taken) return [{ ...pieces[0], text: inserted }]
  return next.length > 0 ? next : [{ text: '' }]
}

/** The pieces with a weight or a link set for a range; undefined removes it. */
export function withAttribute(
  pieces: readonly Piece[],
  { from, to }: Range,
  attribute: { format: string | undefined } | { link: string | undefined },
): Piece[] {
  let start = 0
  const next: Piece[] = []
  for (const piece of pieces) {
    const end = start + piece.text.length
    const cuts = [start, Math.min(Math.max(from, start), end), Math.min(Math.max(to, start), end), end]
    const untouched = from >= end || to <= start
    for (const [index, inside] of untouched
      ? []
      : ([
          [0, false],
          [1, true],
          [2, false],
        ] as const)) {
      const text = piece.text.slice((cuts[index] ?? 0) - start, (cuts[index + 1] ?? 0) - start)
      if (text !== '')
        join(next, inside ? without({ ...piece, ...attribute, text }) : { ...piece, text }, inside)
    }
    if (untouched) join(next, piece, start === to)
    start = end
  }
  return next
}

/** Appends a piece, or merges it into the last one if their attributes are equal. */
function join(pieces: Piece[], piece: Piece, mayMerge: boolean): void {
  const last = pieces.at(-1)
  if (mayMerge && last && last.format === piece.format && last.link === piece.link)
    pieces[pieces.length - 1] = { ...last, text: last.text + piece.text }
  else pieces.push(piece)
}

function without(piece: { [name in keyof Piece]: Piece[name] | undefined }): Piece {
  return Object.fromEntries(
    Object.entries(piece).filter(([, value]) => value !== undefined),
  ) as unknown as Piece
}

/** The pieces with every line of the range as a list entry; if all are list entries already, as plain lines. */
export function listed(pieces: readonly Piece[], { from, to }: Range): Piece[] {
  const text = textOf(pieces)
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  const touched = starts.filter((start, line) => start <= to && (starts[line + 1] ?? text.length + 1) > from)
  const entries = touched.every((start) => text.startsWith('- ', start))
  // From the last to the first, so that earlier offsets stay valid.
  return touched
    .toReversed()
    .reduce<Piece[]>(
      (now, start) =>
        entries
          ? changed(now, { from: start, to: start + 2, inserted: '' })
          : text.startsWith('- ', start)
            ? now
            : insertedBefore(now, start),
      [...pieces],
    )
}

/** Inserts a hyphen at the beginning of a line, into the line's piece, not the one before. */
function insertedBefore(pieces: readonly Piece[], start: number): Piece[] {
  let end = 0
  let done = false
  const next = pieces.map((piece) => {
    const begin = end
    end += piece.text.length
    if (done || start < begin || (start >= end && end < textOf(pieces).length)) return piece
    done = true
    return { ...piece, text: `${piece.text.slice(0, start - begin)}- ${piece.text.slice(start - begin)}` }
  })
  return done ? next : [...next, { text: '- ' }]
}

/** The piece at an offset of the text: that of the character after the offset. */
export function pieceAt(pieces: readonly Piece[], place: number): Piece | undefined {
  let end = 0
  return (
    pieces.find(({ text }) => {
      end += text.length
      return place < end
    }) ?? pieces.at(-1)
  )
}

/** The title of a slide: its lines, each with a weight, and the underlined words. */
export interface Headline {
  lines: readonly Piece[]
  highlight?: { text: string; [look: string]: unknown }
}

const piecesOf = (lines: readonly Piece[]): Piece[] =>
  lines.map((line, index) => (index < lines.length - 1 ? { ...line, text: `${line.text}\n` } : { ...line }))

export const headlineText = ({ lines }: Headline): string => textOf(piecesOf(lines))

/** The range of the underlined words: in the first line that contains them. */
export function underlined({ lines, highlight }: Headline): Range | undefined {
  if (!highlight?.text) return undefined
  let start = 0
  for (const { text } of lines) {
    const at = text.indexOf(highlight.text)
    if (at >= 0) return { from: start + at, to: start + at + highlight.text.length }
    start += text.length + 1
  }
  return undefined
}

/** The headline after a change of its text: the underline follows its words. */
export function headlineChanged(headline: Headline, change: Change): Headline {
  const pieces = changed(piecesOf(headline.lines), change)
  const text = textOf(pieces)
  let start = 0
  const lines = text.split('\n').map((line) => {
    const { format } = pieceAt(pieces, start) ?? {}
    start += line.length + 1
    return format === undefined ? { text: line } : { text: line, format }
  })
  const range = underlined(headline)
  if (!headline.highlight || !range) return { ...headline, lines }
  const { from, to } = carried(range, change)
  const [words = ''] = text.slice(from, Math.max(to, from)).split('\n')
  return { lines, highlight: { ...headline.highlight, text: words } }
}

/** The range of a part of a text after a change; text inserted at its end is included, text inserted before it is not. */
function carried(part: Range, { from, to, inserted }: Change): Range {
  const shift = inserted.length - (to - from)
  const begin =
    part.from < from || (part.from === from && from < to)
      ? part.from
      : part.from >= to
        ? part.from + shift
        : from
  const end =
    part.to < from || (part.to === from && from < to)
      ? part.to
      : part.to >= to
        ? part.to + shift
        : from + inserted.length
  return { from: begin, to: end }
}

/** The headline with a weight set for every line of the range. */
export function linesWeighted(headline: Headline, { from, to }: Range, format: string | undefined): Headline {
  let start = 0
  const lines = headline.lines.map((line) => {
    const touched = start <= to && start + line.text.length >= from
    start += line.text.length + 1
    return touched ? without({ text: line.text, format }) : line
  })
  return { ...headline, lines }
}
