import type { Typesetter } from './typesetter.ts'

interface Crop {
  x: number
  y: number
  width: number
  height: number
}

/** A part of a chapter, in reading order. A `note` stands in the margin beside the next block. */
export type Block =
  | { kind: 'lead'; text: string }
  | { kind: 'text'; text: string; drop?: boolean }
  | { kind: 'heading'; text: string }
  | { kind: 'quote'; text: string }
  | { kind: 'list'; items: string[]; numbered?: boolean }
  | { kind: 'terms'; items: { term: string; text: string; practice: string }[] }
  | { kind: 'note'; text: string }
  | { kind: 'table'; head: string[]; rows: string[][]; widths: number[]; right?: number[]; strong?: number }
  | {
      kind: 'figure'
      height: number
      caption: string
      alt: string
      draw: (sheet: Typesetter, y: number) => void
    }
  /** A drawing at the foot of the page, where it has room. */
  | { kind: 'tailpiece'; name: string; width: number; crop: Crop }

export interface Chapter {
  title: string
  blocks: Block[]
}
