const formIds = ['lead-form-section', 'lead-gen-form'] as const

/** The easing function ease-in-out, cubic. */
export function cubicInOut(progress: number): number {
  return progress < 0.5 ? 4 * progress ** 3 : 1 - (-2 * progress + 2) ** 3 / 2
}

export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** The lead form once it is in the page and hydrated; undefined if it is not within five seconds. */
export async function findLeadForm(): Promise<HTMLElement | undefined> {
  const until = performance.now() + 5_000
  do {
    for (const id of formIds) {
      const element = document.getElementById(id)
      if (element && element.closest('[data-section]')?.hasAttribute('data-hydrated') !== false)
        return element
    }
    await wait(100)
  } while (performance.now() < until)
  return undefined
}

/** Scrolls to the element in 800 ms, below the header; at once if the visitor prefers reduced motion. */
export function scrollToElement(element: HTMLElement): Promise<void> {
  const header = document.querySelector('header')?.offsetHeight ?? 80
  const from = window.scrollY
  // Looked up in each frame: the section may be rendered again when its script loads meanwhile.
  const current = () => (element.id === '' ? element : (document.getElementById(element.id) ?? element))
  const goal = () => current().getBoundingClientRect().top + window.scrollY - header - 40
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
    window.scrollTo(0, goal())
    return Promise.resolve()
  }
  return new Promise((resolve) => {
    const started = performance.now()
    function step(at: number): void {
      const progress = Math.min(Math.max((at - started) / 800, 0), 1)
      window.scrollTo(0, from + (goal() - from) * cubicInOut(progress))
      if (progress < 1) requestAnimationFrame(step)
      else resolve()
    }
    requestAnimationFrame(step)
  })
}

/** Focuses the first input of the form without scrolling. */
export function focusFirstInput(element: HTMLElement): void {
  const form = element.querySelector('form') ?? element
  form
    .querySelector<HTMLElement>('input:not([type="hidden"]):not([tabindex="-1"])')
    ?.focus({ preventScroll: true })
}
