/** Faces by the names under which the typesetter registers them. */
export type Face = 'serif' | 'italic' | 'bold' | 'sans' | 'sansMedium' | 'sansBold'

interface Piece {
  text: string
  face: Face
  raised: boolean
}
export interface Word {
  pieces: Piece[]
  width: number
}
export type Measure = (text: string, face: Face, raised: boolean) => number

/**
 * The words of a text with `*italic*`, `**bold**` and `[^key,key]` for sources, which become raised numbers joined to the
 * word before them. A no-break space joins words.
 */
export function parse(text: string, face: Face, cite: (key: string) => number, measure: Measure): Word[] {
  const words: Word[] = []
  let current: Piece[] = []
  let inside: Face = face
  const heavy: Face = face.startsWith('sans') ? 'sansBold' : 'bold'
  const flush = (): void => {
    if (current.length > 0) {
      const width = current.reduce((sum, piece) => sum + measure(piece.text, piece.face, piece.raised), 0)
      words.push({ pieces: current, width })
    }
    current = []
  }
  for (const [token] of text.matchAll(/\[\^[\w,]+\]|\*\*|\*|[ \n]+|[^ \n*[]+|\[/g)) {
    if (token === '**') inside = inside === heavy ? face : heavy
    else if (token === '*') inside = inside === 'italic' ? face : 'italic'
    else if (/^[ \n]+$/.test(token)) flush()
    else if (token.startsWith('[^')) {
      const numbers = token.slice(2, -1).split(',').map(cite)
      current.push({ text: numbers.sort((a, b) => a - b).join(','), face: 'sansMedium', raised: true })
    } else current.push({ text: token, face: inside, raised: false })
  }
  flush()
  return words
}

/**
 * Breaks words into lines so that the sum of the squared slack of all lines but the last is smallest.
 * `widthOf` is the width of each line: lines beside a drop cap are shorter.
 */
export function breakLines(words: Word[], space: number, widthOf: (line: number) => number): Word[][] {
  interface Best {
    cost: number
    from: number
    line: number
  }
  const best: Best[] = [{ cost: 0, from: 0, line: 0 }]
  for (let end = 1; end <= words.length; end += 1) {
    let found: Best | undefined
    let width = -space
    for (let start = end - 1; start >= 0; start -= 1) {
      width += (words[start]?.width ?? 0) + space
      const before = best[start] as Best
      const room = widthOf(before.line)
      if (width > room && start < end - 1) break
      const last = end === words.length
      const slack = Math.max(room - width, 0)
      const short = last && width < room * 0.18 ? 400 : 0
      const cost = before.cost + (last ? short : slack ** 2) + (width > room ? 1e9 : 0)
      if (!found || cost < found.cost) found = { cost, from: start, line: before.line + 1 }
    }
    best[end] = found as Best
  }
  const lines: Word[][] = []
  for (let end = words.length; end > 0; ) {
    const { from } = best[end] as Best
    lines.unshift(words.slice(from, end))
    end = from
  }
  return lines
}
