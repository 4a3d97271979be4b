/** The page shown last in this document; undefined until the first one stands. */
let shown: string | undefined
let region: HTMLElement | undefined

/**
 * Tells those who cannot see it that another page stands: the focus goes to its heading, or to that of the part that
 * the address names, and its title is read. Not for the first page of a document, which the browser announces. Where
 * only query or fragment changed, a link that was `followed` within the site leads to its part; the browser itself does
 * that for any other.
 */
export function pageArrived(pathname: string, followed: boolean): void {
  // The preview is drawn in a frame beside the field that its editor is typing into.
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
  // A page may have chosen a field already.
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
  // Once the page has set its title, and as a change of its own: readers pass over what was there at once.
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
