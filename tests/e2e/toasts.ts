import type { Page } from '@playwright/test'

/**
 * Notes the words of every message of a document. A message goes by itself: a look for what must not be there would
 * wait until it has gone. Call before the page is opened.
 */
export async function noteToasts(page: Page): Promise<void> {
  await page.addInitScript(`{
    window.toastsSeen = []
    window.mostToasts = 0
    const look = () => {
      const toasts = document.querySelectorAll('.Toastify__toast')
      mostToasts = Math.max(mostToasts, toasts.length)
      for (const { innerText } of toasts)
        if (!toastsSeen.includes(innerText)) toastsSeen.push(innerText)
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  }`)
}

/** The messages of this document so far. */
export const toastsSeen = (page: Page): Promise<string[]> => page.evaluate<string[]>('toastsSeen')

/** How many of them were shown at one moment. */
export const mostToasts = (page: Page): Promise<number> => page.evaluate<number>('mostToasts')

/** The messages of this document stay until somebody closes them: a message goes when its bar has run down. */
export async function keepToasts(page: Page): Promise<void> {
  await page.evaluate(`{
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('.Toastify__progress-bar { animation-play-state: paused !important }')
    document.adoptedStyleSheets.push(sheet)
  }`)
}
