import type { Page } from '@playwright/test'

/** Stands in for the provider's script: keeps what the widget is given, so that the test can play the provider. */
const script = `
  window.turnstile = {
    render(element, options) {
      window.widget = options
      element.textContent = 'Are you a person?'
      return 'widget-1'
    },
    reset() { window.resets = (window.resets ?? 0) + 1 },
    remove() { window.widget = undefined },
  }`

export interface ChallengeWidget {
  /** What the provider calls: `callback` with a token, `error-callback`, `expired-callback`. */
  play(callback: string, token?: string): Promise<void>
  /** How often the page asked for another token. */
  resets(): Promise<number>
}

/** A visitor's browser, one that does not reveal that it is driven, with the provider's widget in the test's hands. */
export async function challengeWidget(page: Page): Promise<ChallengeWidget> {
  await page.addInitScript(() => {
    Object.defineProperty(Object.getPrototypeOf(navigator), 'webdriver', { get: () => false })
  })
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  return {
    play: (callback, token) =>
      page.evaluate(
        ([name, value]) => {
          const widget = Reflect.get(globalThis, 'widget') as Record<string, (token?: string) => void>
          widget[name as string]?.(value)
        },
        [callback, token] as const,
      ),
    resets: () => page.evaluate<number>('window.resets ?? 0'),
  }
}
