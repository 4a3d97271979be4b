/**
 * The only script of a document. Where the page is already painted and can be read, the rest waits until
 * the browser is idle or the visitor first touches something; elsewhere it starts at once.
 */
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { watchInput } from './lib/early-input.ts'
import { stopWatchingClicks, watchClicks } from './lib/missed-click.ts'

watchClicks()
watchInput()

const start = (): void => {
  // The rules of what is not painted at first: see head.ts.
  const shared = 'link[href*="/core-"][disabled], link[href*="/forms-"][disabled]'
  for (const link of document.querySelectorAll<HTMLLinkElement>(shared)) link.disabled = false
  void import('./main.tsx').catch(stopWatchingClicks)
}

if (document.getElementById('root')?.dataset.start === 'idle') {
  const signs = ['pointerdown', 'pointermove', 'keydown', 'touchstart', 'scroll', 'focusin'] as const
  let started = false
  const once = (): void => {
    if (started) return
    started = true
    for (const sign of signs) window.removeEventListener(sign, once)
    start()
  }
  for (const sign of signs) window.addEventListener(sign, once, { passive: true })
  window.addEventListener('load', () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(once, { timeout: 3_000 })
    else setTimeout(once, 300)
  })
} else {
  start()
}
