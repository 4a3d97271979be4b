/** The path of the page shown last in this document; undefined before the first page. */
let shown: string | undefined
let region: HTMLElement | undefined

/**
 * Announces a new page to screen readers: the focus moves to its heading, or to the heading of the fragment's element,
 * and its title is read. Not for the first page of a document, which the browser announces. If only query or fragment
 * changed, a link that was `followed` within the site scrolls to the fragment's element; for other navigations the
 * browser does that.
 */
export function pageArrived(pathname: string, followed: boolean): void {
  // The preview is an iframe beside the field that the editor is typing in: it must not take the focus.
  if (window !== window.top) return
  const before = shown
  shown = pathname
  region ??= liveRegion()
  if (before === undefined) return
  const part = document.getElementById(window.location.hash.slice(1))
  if (before === pathname) {
    if (followed && part) goTo(part)
    return
  }
  const main = document.getElementById('main')
  if (!main || document.querySelector('dialog[open]')) return
  announce()
  const focused = document.activeElement
  // The page may have focused a field already.
  if (focused && focused !== main && main.contains(focused)) return
  if (part) goTo(part)
  else focusOn(main.querySelector<HTMLElement>('h1, h2') ?? main)
}

function goTo(part: HTMLElement): void {
  part.scrollIntoView()
  focusOn(part.querySelector<HTMLElement>('h1, h2') ?? part)
}

function focusOn(target: HTMLElement): void {
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}

function announce(): void {
  const place = region
  if (!place) return
  place.textContent = ''
  // Later, when the page has set its title, and as a separate change: screen readers ignore a region's initial text.
  setTimeout(() => {
    place.textContent = document.title
  }, 150)
}

function liveRegion(): HTMLElement {
  const element = document.createElement('p')
  element.className = 'visually-hidden'
  element.setAttribute('aria-live', 'polite')
  document.body.append(element)
  return element
}
