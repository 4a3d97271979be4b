import { times } from '../../lib/constants.ts'

/** The part of the challenge provider's script that the widget uses. */
export interface Turnstile {
  render(element: HTMLElement, options: Record<string, unknown>): string
  reset(widget: string): void
  remove(widget: string): void
}

declare global {
  interface Window {
    turnstile?: Turnstile
    /** Set by test drivers that cannot answer a challenge. */
    __TEST_MODE__?: boolean
  }
}

const ADDRESS = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

/**
 * Loads the provider's script unless it is there, and waits up to 30 s for it, looking every 100 ms.
 * After a failure the next call tries again.
 */
export async function loadTurnstile(): Promise<Turnstile> {
  let broken = false
  if (!window.turnstile && !document.querySelector(`script[src^="${ADDRESS.split('?')[0]}"]`)) {
    const script = document.createElement('script')
    script.src = ADDRESS
    script.async = true
    script.onerror = () => {
      broken = true
      script.remove()
    }
    document.head.append(script)
  }
  for (let waited = 0; waited < times.challengeWait && !broken; waited += times.challengePoll) {
    if (window.turnstile) return window.turnstile
    await new Promise((resolve) => setTimeout(resolve, times.challengePoll))
  }
  throw new Error('The challenge script could not be loaded')
}

/** What a browser tells of being driven by a test. */
export interface Surroundings {
  testFlag: boolean
  search: string
  userAgent: string
  webdriver: boolean
  hostname: string
}

/**
 * True where the widget is not shown because a test drives the page. It only hides the widget: the
 * server goes on asking for a token wherever a secret is configured.
 */
export function isTestMode({ testFlag, search, userAgent, webdriver, hostname }: Surroundings): boolean {
  if (testFlag || new URLSearchParams(search).get('test') === 'true') return true
  if (/playwright|puppeteer|selenium|cypress|webdriver/i.test(userAgent)) return true
  const here = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  return here && (webdriver || /headless/i.test(userAgent))
}

export function surroundings(): Surroundings {
  return {
    testFlag: window.__TEST_MODE__ === true,
    search: window.location.search,
    userAgent: navigator.userAgent,
    webdriver: navigator.webdriver === true,
    hostname: window.location.hostname,
  }
}
