/**
 * The style element of a rendered document: it names the sheets whose rules it carries, and the scripts of the page.
 * Links to them in the document would be fetched by browsers that look ahead, even disabled ones.
 */
const carrier = 'style[data-sheets]'
const namesOf = (kind: 'sheets' | 'scripts'): string[] =>
  document.querySelector<HTMLElement>(carrier)?.dataset[kind]?.split(' ').filter(Boolean) ?? []

/** Sheets that pages share: of them only what is painted is in the document. */
export const isShared = (sheet: string): boolean => /(?:^|\/)(?:core|forms)-/.test(sheet)

/**
 * Tells the loader that the sheets of the page are here: links that fetch nothing, being disabled. Those of shared sheets
 * fetch the whole of them, and stand before the rules of the document, so that these outrank them as within one sheet.
 */
export function placeSheets(): void {
  const rules = document.querySelector(carrier)
  for (const name of namesOf('sheets')) {
    const link = linkTo(`/assets/${name}`)
    if (isShared(name)) {
      rules?.before(link)
    } else {
      link.disabled = true
      document.head.append(link)
    }
  }
}

function linkTo(sheet: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = sheet
  return link
}

/** Does it once everything that the document asks for is here and painted. */
export function whenIdle(work: () => void): void {
  const soon = (): void => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 3_000 })
    else setTimeout(work, 300)
  }
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon)
}

/** Fetches the sheet of faces; `late`: once the page is painted with all that its first screen shows. */
export function placeFaces(sheet: string, late: boolean): void {
  const place = (): void => {
    if (!document.querySelector(`link[href="${sheet}"]`)) document.head.append(linkTo(sheet))
  }
  if (late) whenIdle(place)
  else place()
}

/** Fetches the scripts of the page behind everything else, without running them. */
export function fetchScripts(): void {
  for (const name of namesOf('scripts')) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.fetchPriority = 'low'
    link.href = `/assets/${name}`
    document.head.append(link)
  }
}
