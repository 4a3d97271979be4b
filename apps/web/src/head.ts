import type { Page } from '#modules/content/contract.ts'
import { metaLines } from './head-meta.ts'
import type { ClientConfig } from './lib/config.ts'
import { earlyScript } from './lib/missed-click.ts'
import { isShared } from './lib/painted-sheets.ts'
import { withBrand } from './lib/shown-page.ts'
import { type Snapshot, snapshotBlock } from './lib/snapshot.ts'
import { speculationRules } from './next-page.ts'
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
  /** The faces of the first paint. */
  fonts?: string[]
  /** The sheet of the other faces. */
  faces?: string
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
  if (site?.rendered) {
    const inside = styleInside({ css: sheets, js: assets?.js ?? [] }, rules, html)
    lines.push(`<script>${earlyScript}</script>`, ...inside)
  } else {
    lines.push(facesLink(), ...sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}">`))
    for (const file of assets?.js ?? [])
      lines.push(`<link rel="modulepreload" href="${file}" crossorigin="anonymous">`)
    lines.push('<link rel="preload" href="/api/config" as="fetch" crossorigin="use-credentials">')
  }
  lines.push(...metaLines({ pathname, site, config, stored: withBrand(stored, config.brandName) }))
  if (site?.rendered) lines.push(speculationRules(), snapshotBlock(snapshot))
  return lines.join('\n    ')
}

/** The sheet of the faces that a page can be painted without: boot.ts asks for it later, if there is a script. */
export function facesLink(): string {
  return __CLIENT_ASSETS__.faces ? `<link rel="stylesheet" href="${__CLIENT_ASSETS__.faces}">` : ''
}

function fontLink(font: string): string {
  return `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`
}

/**
 * A rendered document carries its rules inside: it is painted with its first bytes. Of the sheets that pages share only
 * what is painted is inside; `lib/painted-sheets.ts` does the rest by the names that the element carries.
 */
function styleInside(
  { css: sheets, js: scripts }: { css: readonly string[]; js: readonly string[] },
  rules: readonly string[],
  html: string,
): string[] {
  const texts = sheets.map((sheet) => {
    const text = __CLIENT_ASSETS__.rules?.[sheet] ?? ''
    return isShared(sheet) ? paintedRules(text, html) : text
  })
  const text = [...texts, ...rules].join('')
  if (text === '') return []
  const names = (files: readonly string[]): string =>
    files.map((file) => file.replace('/assets/', '')).join(' ')
  // The large ones: what all pages share, and the page itself, which is the last.
  const large = scripts.filter((file, at) => file.includes('/core-') || at === scripts.length - 1)
  return [`<style data-sheets="${names(sheets)}" data-scripts="${names(large)}">${text}</style>`]
}
