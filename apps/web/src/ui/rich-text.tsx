import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Segment } from '#modules/content/contract.ts'

/** The words of one paragraph, or of one line of a list. */
function Words({ pieces }: { pieces: readonly Segment[] }) {
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no identity but their place
    <span key={index} className={piece.format ? `weight-${piece.format}` : undefined}>
      {piece.link ? <SiteLink to={piece.link}>{piece.text}</SiteLink> : piece.text}
    </span>
  ))
}

/** A link of the content: within the site without a new document, elsewhere as any other. */
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

/** The pieces of a text, cut where `at` matches. */
function cut(pieces: readonly Segment[], at: RegExp): Segment[][] {
  const parts: Segment[][] = [[]]
  for (const piece of pieces) {
    for (const [index, text] of piece.text.split(at).entries()) {
      if (index > 0) parts.push([])
      if (text !== '') parts.at(-1)?.push({ ...piece, text })
    }
  }
  return parts.filter((part) => part.some(({ text }) => text.trim() !== ''))
}

const bullet = /^- +/

/** The paragraphs of a running text: an empty line begins another one. */
export function paragraphsOf(pieces: readonly Segment[]): Segment[][] {
  return cut(pieces, /\n\s*\n/)
}

/** The lines of a paragraph that is a list, without their hyphens; undefined for any other. */
export function listOf(paragraph: readonly Segment[]): Segment[][] | undefined {
  const lines = cut(paragraph, /\n/)
  if (!lines.every(([first]) => first && bullet.test(first.text))) return undefined
  return lines.map(([first, ...rest]) => [{ ...first!, text: first!.text.replace(bullet, '') }, ...rest])
}

/** A running text as paragraphs and lists. */
export function RichText({ pieces, first }: { pieces: readonly Segment[]; first?: string | undefined }) {
  return paragraphsOf(pieces).map((paragraph, index) => {
    const list = listOf(paragraph)
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no identity but their place
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
