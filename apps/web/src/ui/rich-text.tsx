import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Segment } from '#modules/content/contract.ts'

/** The text of one paragraph, or of one list item. */
function Words({ pieces }: { pieces: readonly Segment[] }) {
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no identity but their index
    <span key={index} className={piece.format ? `weight-${piece.format}` : undefined}>
      {piece.link ? <SiteLink to={piece.link}>{piece.text}</SiteLink> : piece.text}
    </span>
  ))
}

/** A link of the content: a client-side navigation within the site, else a plain link. */
export function SiteLink({
  to,
  className,
  children,
}: {
  to: string
  className?: string
  children: ReactNode
}) {
  return to.startsWith('/') ? (
    <Link to={to} className={className}>
      {children}
    </Link>
  ) : (
    <a href={to} className={className} rel="noopener">
      {children}
    </a>
  )
}

const textOf = (pieces: readonly Segment[]): string => pieces.map(({ text }) => text).join('')

/** The pieces of a text between two character positions. */
function between(pieces: readonly Segment[], from: number, to: number): Segment[] {
  let start = 0
  return pieces.flatMap((piece) => {
    const text = piece.text.slice(Math.max(from - start, 0), Math.max(to - start, 0))
    start += piece.text.length
    return text === '' ? [] : [{ ...piece, text }]
  })
}

/** The lines of a text: the positions of their start and end, and of the text after a list item's hyphen. */
function linesOf(text: string): { from: number; to: number; words: number | undefined; empty: boolean }[] {
  let from = 0
  return text.split('\n').map((line) => {
    const start = from
    from += line.length + 1
    const hyphen = /^- +/.exec(line)
    const words = hyphen ? start + hyphen[0].length : undefined
    return { from: start, to: start + line.length, words, empty: line.trim() === '' }
  })
}

/** The paragraphs of a text. An empty line separates them; a list is a paragraph of its own. */
export function paragraphsOf(pieces: readonly Segment[]): Segment[][] {
  const found: { from: number; to: number; list: boolean }[] = []
  let last: (typeof found)[number] | undefined
  for (const { from, to, words, empty } of linesOf(textOf(pieces))) {
    const list = words !== undefined
    if (empty) last = undefined
    else if (last?.list === list) last.to = to
    else {
      last = { from, to, list }
      found.push(last)
    }
  }
  return found.map(({ from, to }) => between(pieces, from, to))
}

/** The lines of a list without their hyphens; undefined if the paragraph is not a list. */
export function listOf(paragraph: readonly Segment[]): Segment[][] | undefined {
  const lines = linesOf(textOf(paragraph))
  const entries = lines.flatMap(({ words, to }) =>
    words === undefined ? [] : [between(paragraph, words, to)],
  )
  return entries.length === lines.length ? entries : undefined
}

/** A text as paragraphs and lists. */
export function RichText({ pieces, first }: { pieces: readonly Segment[]; first?: string | undefined }) {
  return paragraphsOf(pieces).map((paragraph, index) => {
    const list = listOf(paragraph)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity but their index
      <Fragment key={index}>
        {list ? (
          <ul>
            {list.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor have lines
              <li key={at}>
                <Words pieces={line} />
              </li>
            ))}
          </ul>
        ) : (
          <p className={index === 0 ? first : undefined}>
            <Words pieces={paragraph} />
          </p>
        )}
      </Fragment>
    )
  })
}
