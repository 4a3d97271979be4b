/**
 * The style element of a rendered document. Its attributes name the sheets whose rules it contains, and the page's
 * scripts: browsers' preload scanners would fetch links to them, even disabled ones.
 */
const styleSelector = 'style[data-sheets]'
const namesOf = (kind: 'sheets' | 'scripts'): string[] =>
  document.querySelector<HTMLElement>(styleSelector)?.dataset[kind]?.split(' ').filter(Boolean) ?? []

/** Sheets that pages share: a document contains only those of their rules that its first paint needs. */
export const isShared = (sheet: string): boolean =>
  /(?:^|\/)(?:core|forms|fold|dialog|date-choice|organization(?:-note)?)-/.test(sheet)

/**
 * Adds links to the page's sheets, so that Vite's loader does not fetch them again: disabled links, which load nothing.
 * Links to shared sheets load all of their rules; they come before the document's rules, which therefore take precedence
 * as in one sheet.
 */
export function placeSheets(): void {
  const rules = document.querySelector(styleSelector)
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

/**
 * Calls `work` when everything that the document links to has loaded, the browser has shown the page and is idle. Between
 * `load` and the moment at which the page is seen lies a frame: what is fetched in it would delay that frame on a slow line.
 */
export function whenIdle(work: () => void): void {
  const soon = (): void => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: 3_000 })
    else setTimeout(work, 300)
  }
  const shown = (): void => whenShown(soon)
  if (document.readyState === 'complete') shown()
  else window.addEventListener('load', shown)
}

/** Calls `next` when the page has been on the screen for a frame; at once in a tab that nobody sees, which paints nothing. */
function whenShown(next: () => void): void {
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('paint')) {
    next()
    return
  }
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    // A picture that loaded last is in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(next))
  }).observe({ type: 'paint', buffered: true })
}

/** Loads the sheet of font faces; `late`: after the page has loaded and is painted. */
export function placeFaces(sheet: string, late: boolean): void {
  const place = (): void => {
    if (!document.querySelector(`link[href="${sheet}"]`)) document.head.append(linkTo(sheet))
  }
  if (late) whenIdle(place)
  else place()
}

/** Fetches the page's scripts at low priority, without running them. */
export function fetchScripts(): void {
  for (const name of namesOf('scripts')) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.fetchPriority = 'low'
    link.href = `/assets/${name}`
    document.head.append(link)
  }
}
