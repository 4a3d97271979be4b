/**
 * A rendered page can be clicked before its script is there. The last such click on a button is kept, and repeated
 * once the part of the page that the button belongs to answers. Links need no help: the browser follows them.
 */
const areas = '[data-section], #root'
let missed: HTMLButtonElement | undefined

/** Called once, by the first script of the document. */
export function watchClicks(): void {
  document.addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null
      if (button && button.closest(areas)?.hasAttribute('data-awake') === false) missed = button
    },
    true,
  )
}

/** Says that the buttons of this part of the page answer from now on, and repeats the click that came too early. */
export function wake(area: Element): void {
  area.setAttribute('data-awake', '')
  const button = missed
  if (button?.closest(areas) !== area) return
  missed = undefined
  button.click()
}
