import type { Page } from '#modules/content/contract.ts'
import { metaLines } from './head-meta.ts'
import type { ClientConfig } from './lib/config.ts'
import { withBrand } from './lib/content.ts'
import { earlyScript } from './lib/missed-click.ts'
import { type Snapshot, snapshotBlock } from './lib/snapshot.ts'
import { paintedRules } from './painted-rules.ts'
import type { SiteRoute } from './routes.ts'

/** What the build knows of its own files. Empty while Vite serves the sources. */
interface ClientAssets {
  /** Per source file of a page the scripts and style sheets it needs, in their order. */
  pages?: Record<string, { js: string[]; css: string[] }>
  /** The sheets of every page. */
  css?: string[]
  /** The rules of each sheet. */
  rules?: Record<string, string>
  fonts?: string[]
  italic?: string
}

declare const __CLIENT_ASSETS__: ClientAssets

export interface HeadOf {
  pathname: string
  site: SiteRoute | undefined
  config: ClientConfig
  /** The page as the tree has it. */
  stored: Page | undefined
  snapshot: Snapshot
  /** Colours and sizes of the content, as rules of classes. */
  rules: readonly string[]
  /** The rendered body. */
  html: string
}

/** Everything between the fixed tags of the document's head that depends on the page. */
export function headOf({ pathname, site, config, stored, snapshot, rules, html }: HeadOf): string {
  const assets = __CLIENT_ASSETS__.pages?.[site?.source ?? '']
  const sheets = assets?.css ?? __CLIENT_ASSETS__.css ?? []
  const lines = (__CLIENT_ASSETS__.fonts ?? []).map((font) => fontLink(font))
  if (__CLIENT_ASSETS__.italic && italicIn(sheets)) lines.push(fontLink(__CLIENT_ASSETS__.italic, 'low'))
  if (site?.rendered) lines.push(`<script>${earlyScript}</script>`, ...styleInside(sheets, rules, html))
  else lines.push(...sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}">`))
  if (!site?.reading) {
    for (const file of assets?.js ?? [])
      lines.push(`<link rel="modulepreload" href="${file}" crossorigin="anonymous">`)
    lines.push('<link rel="preload" href="/api/config" as="fetch" crossorigin="use-credentials">')
  }
  lines.push(...metaLines({ pathname, site, config, stored: withBrand(stored, config.brandName) }))
  if (site?.rendered) lines.push(snapshotBlock(snapshot))
  return lines.join('\n    ')
}

function fontLink(font: string, priority?: 'low'): string {
  const hint = priority ? ` fetchpriority="${priority}"` : ''
  return `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin="anonymous"${hint}>`
}

/** True for a page whose own rules set something in italics. Found by the rules, its face would go before everything. */
function italicIn(sheets: readonly string[]): boolean {
  const common = new Set(__CLIENT_ASSETS__.css)
  return sheets.some(
    (sheet) => !common.has(sheet) && /font(?:-style)?:\s*italic/.test(__CLIENT_ASSETS__.rules?.[sheet] ?? ''),
  )
}

/**
 * A rendered document carries its rules inside: it is painted with its first bytes. The links tell the loader that
 * these sheets are here already; being disabled, they fetch nothing. Of the sheets that pages share only what is painted
 * is inside; boot.ts fetches the whole of them together with the scripts. Their links stand before the rules, so that
 * they outrank them as they do within one sheet.
 */
function styleInside(sheets: readonly string[], rules: readonly string[], html: string): string[] {
  const isShared = (sheet: string): boolean => /\/(?:core|forms)-/.test(sheet)
  const texts = sheets.map((sheet) => {
    const text = __CLIENT_ASSETS__.rules?.[sheet] ?? ''
    return isShared(sheet) ? paintedRules(text, html) : text
  })
  const text = [...texts, ...rules].join('')
  const link = (sheet: string): string => `<link rel="stylesheet" href="${sheet}" disabled>`
  const others = sheets.filter((sheet) => !isShared(sheet)).map(link)
  if (text === '') return others
  return [...sheets.filter(isShared).map(link), `<style>${text}</style>`, ...others]
}
