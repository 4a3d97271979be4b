/** The part of the challenge provider's script that the widget uses. */
export interface Turnstile {
  render(element: HTMLElement, options: Record<string, unknown>): string
  reset(widget: string): void
  remove(widget: string): void
}

interface Testable {
  turnstile?: Turnstile
  __TEST_MODE__?: boolean
}

/** Milliseconds to wait for the script, and between two checks for it. */
const timeout = 30_000
const pause = 100

const address = 'https://challenges.cloudflare.com/turnstile/v0/api.js'

/**
 * The provider's script, loaded once. After a failure the next call tries again.
 * @throws Error if it cannot be loaded within 30 s
 */
export async function loadTurnstile(): Promise<Turnstile> {
  const page = window as Testable
  let broken = false
  if (!page.turnstile && !document.querySelector(`script[src^="${address}"]`)) {
    const script = document.createElement('script')
    script.src = `${address}?render=explicit`
    script.async = true
    script.onerror = () => {
      broken = true
      script.remove()
    }
    document.head.append(script)
  }
  for (let waited = 0; waited < timeout && !broken; waited += pause) {
    if (page.turnstile) return page.turnstile
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  throw new Error('The challenge script could not be loaded')
}

/** Properties of the browser and the page that show whether a test drives it. */
export interface Surroundings {
  testFlag: boolean
  search: string
  userAgent: string
  webdriver: boolean
  hostname: string
}

/**
 * True if a test drives the page: then the widget is not shown. The server still requires a token if a secret is
 * configured.
 */
export function isTestMode({ testFlag, search, userAgent, webdriver, hostname }: Surroundings): boolean {
  if (testFlag || new URLSearchParams(search).get('test') === 'true') return true
  if (/playwright|puppeteer|selenium|cypress|webdriver/i.test(userAgent)) return true
  const here = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  return here && (webdriver || /headless/i.test(userAgent))
}

/** Whether a form shows the widget: a site key is configured, and no test drives the page. */
export function isChallenged(siteKey: string, at: Surroundings): boolean {
  return siteKey !== '' && !isTestMode(at)
}

export function surroundings(): Surroundings {
  return {
    testFlag: (window as Testable).__TEST_MODE__ === true,
    search: window.location.search,
    userAgent: navigator.userAgent,
    webdriver: navigator.webdriver === true,
    hostname: window.location.hostname,
  }
}
