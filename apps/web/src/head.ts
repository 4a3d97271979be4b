import type { Page } from '#modules/content/contract.ts'
import { latePicturesScript } from './first-load/late-pictures.ts'
import { earlyScript } from './first-load/missed-click.ts'
import { paintedRules } from './first-load/painted-rules.ts'
import { isShared } from './first-load/painted-sheets.ts'
import { type Snapshot, snapshotBlock } from './first-load/snapshot.ts'
import { metaLines } from './head-meta.ts'
import type { ClientConfig } from './lib/config.ts'
import { factsOf, withFacts } from './lib/shown-page.ts'
import { speculationRules } from './next-page.ts'
import type { SiteRoute } from './routes.ts'

/** The files of the build. Empty while Vite serves the sources. */
interface ClientAssets {
  /** By source file of a page: the scripts and style sheets that it needs, in order. */
  pages?: Record<string, { js: string[]; css: string[] }>
  /** The sheets of every page. */
  css?: string[]
  /** The rules of each sheet. */
  rules?: Record<string, string>
  /** The font files of the first paint. */
  fonts?: string[]
  /** The style sheet of the other font faces. */
  faces?: string
}

declare const __CLIENT_ASSETS__: ClientAssets

export interface HeadOf {
  pathname: string
  site: SiteRoute | undefined
  config: ClientConfig
  /** The page's stored content. */
  stored: Page | undefined
  snapshot: Snapshot
  /** CSS rules for the colours and sizes that the content sets. */
  rules: readonly string[]
  /** The rendered body. */
  html: string
}

/** The part of the document's head that depends on the page. */
export function headOf({ pathname, site, config, stored, snapshot, rules, html }: HeadOf): string {
  const assets = __CLIENT_ASSETS__.pages?.[site?.source ?? '']
  const sheets = assets?.css ?? __CLIENT_ASSETS__.css ?? []
  const lines = (__CLIENT_ASSETS__.fonts ?? []).map((font) => fontLink(font))
  if (site?.rendered) {
    const style = inlineStyle({ css: sheets, js: assets?.js ?? [] }, rules, html)
    lines.push(`<script>${earlyScript};${latePicturesScript}</script>`, ...style)
  } else {
    lines.push(facesLink(), ...sheets.map((sheet) => `<link rel="stylesheet" href="${sheet}">`))
    for (const file of assets?.js ?? [])
      lines.push(`<link rel="modulepreload" href="${file}" crossorigin="anonymous">`)
    lines.push('<link rel="preload" href="/api/config" as="fetch" crossorigin="use-credentials">')
  }
  lines.push(...metaLines({ pathname, site, config, stored: withFacts(stored, factsOf(config)) }))
  // Without scripts the forms of this page do nothing: it is hidden, and a note is shown in its place.
  if (site?.rendered && site.scripted) lines.push('<noscript><style>#root{display:none}</style></noscript>')
  if (site?.rendered) lines.push(speculationRules(), snapshotBlock(snapshot))
  return lines.join('\n    ')
}

/** A link to the font faces that the first paint does not need. With JavaScript, boot.ts loads this sheet later. */
export function facesLink(): string {
  return __CLIENT_ASSETS__.faces ? `<link rel="stylesheet" href="${__CLIENT_ASSETS__.faces}">` : ''
}

function fontLink(font: string): string {
  return `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`
}

/**
 * A rendered document contains its style rules, so that its first bytes suffice to paint it. Of the sheets that pages
 * share it contains only the rules that are used; `lib/painted-sheets.ts` loads the rest by the names in the element's
 * data attributes.
 */
function inlineStyle(
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
  // The large ones: the shared core, and the page's own script, which is the last.
  const large = scripts.filter((file, index) => file.includes('/core-') || index === scripts.length - 1)
  return [`<style data-sheets="${names(sheets)}" data-scripts="${names(large)}">${text}</style>`]
}
