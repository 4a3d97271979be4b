import { readFileSync } from 'node:fs'
import type PDFKit from 'pdfkit'
import { fileOf } from '../kernel/project-files.ts'

type Doc = typeof PDFKit.prototype

const paperInk: Record<string, string> = {
  i: '#292929',
  s: '#8F877D',
  c: '#C06014',
  p: '#FAF7F2',
  w: '#F3DFCB',
  cf: '#C06014',
  if: '#292929',
  k: '#FAF7F2',
  b: '#1C1A18',
  d: '#1C1A18',
}
const nightInk: Record<string, string> = { ...paperInk, i: '#F4EFE7', s: '#6B635B', c: '#CC7F42' }

export interface Place {
  x: number
  y: number
  width: number
  /** The part of the drawing to show, in its own units. */
  crop?: { x: number; y: number; width: number; height: number }
  night?: boolean
  /** The colour on this page that replaces the drawing's paper colour. */
  paper?: string
}

/** The URL of a picture's file: `badge.svg`. */
export const pictureFile = (name: string): URL => fileOf(`apps/web/public/assets/art/${name}`)

/**
 * Draws one of the site's pictures as vectors: paths with a class for the pen, groups that clip or fade. The pictures are
 * made by `scripts/drawings.ts`, which uses no other elements.
 */
export function drawPicture(doc: Doc, name: string, place: Place): void {
  const svg = readFileSync(pictureFile(`${name}.svg`), 'utf8')
  const [, , width = 0, height = 0] =
    attribute(svg, 'viewBox')
      .match(/^(\S+) \S+ (\S+) (\S+)$/)
      ?.map(Number) ?? []
  const crop = place.crop ?? { x: 0, y: 0, width, height }
  const scale = place.width / crop.width
  const ink = { ...(place.night ? nightInk : paperInk), ...(place.paper ? { p: place.paper } : {}) }
  const clips = new Map<string, string>()
  for (const [, id, d] of svg.matchAll(/<clipPath id="([^"]+)"><path d="([^"]+)"\/><\/clipPath>/g))
    clips.set(id as string, d as string)
  const body = svg.replace(/<style>.*?<\/style>/s, '').replace(/<defs>.*?<\/defs>/s, '')
  doc.save()
  doc.rect(place.x, place.y, place.width, crop.height * scale).clip()
  doc.translate(place.x - crop.x * scale, place.y - crop.y * scale).scale(scale)
  const inherited: string[] = []
  for (const [tag] of body.matchAll(/<(?:path|g|\/g)[^>]*>/g)) {
    if (tag === '</g>') {
      doc.restore()
      inherited.pop()
    } else if (tag.startsWith('<g')) {
      doc.save()
      inherited.push(attribute(tag, 'stroke') || (inherited.at(-1) ?? ''))
      const clip = clips.get(attribute(tag, 'clip-path').slice(5, -1))
      if (clip) doc.path(clip).clip()
      if (attribute(tag, 'opacity')) doc.opacity(Number(attribute(tag, 'opacity')))
    } else drawPath(doc, tag, ink, inherited.at(-1) ?? '')
  }
  doc.restore()
}

function drawPath(doc: Doc, tag: string, ink: Record<string, string>, inherited: string): void {
  const kind = attribute(tag, 'class')
  const dashes = attribute(tag, 'stroke-dasharray')
  const given = attribute(tag, 'fill')
  const isStroke = kind === 'i' || kind === 's' || kind === 'c' || (kind === '' && given === '')
  doc.save()
  if (attribute(tag, 'opacity')) doc.opacity(Number(attribute(tag, 'opacity')))
  doc.path(attribute(tag, 'd'))
  if (isStroke) {
    doc
      .lineWidth(Number(attribute(tag, 'stroke-width') || 1))
      .lineCap('round')
      .lineJoin('round')
    if (dashes) {
      const [dash = 1, ...rest] = dashes.split(' ').map(Number)
      doc.dash(dash, { space: rest[0] ?? dash })
    }
    doc.stroke(attribute(tag, 'stroke') || ink[kind] || inherited || '#292929')
  } else doc.fill(given || ink[kind] || '#292929')
  doc.restore()
}

function attribute(tag: string, name: string): string {
  return tag.match(new RegExp(`[\\s<]${name}="([^"]*)"`))?.[1] ?? ''
}
