import { storedCookies } from '#platform/contract/browser-storage.ts'
import type { ClientConfig } from '../../lib/config.ts'
import type { Purpose } from '../../lib/consent.ts'

const scripts: Partial<Record<Purpose, string>> = { measuring: 'analytics', advertising: 'insights' }

function loadScript(purpose: Purpose, source: string): void {
  const id = scripts[purpose]
  if (id === undefined || document.getElementById(id)) return
  const script = document.createElement('script')
  script.id = id
  script.async = true
  script.src = source
  document.head.append(script)
}

export function loadAnalytics(measurementId: string): void {
  const holder = window as unknown as { dataLayer?: unknown[] }
  holder.dataLayer ??= []
  const layer = holder.dataLayer
  // The library reads `arguments` objects only; it ignores arrays.
  window.gtag ??= function queue() {
    // biome-ignore lint/complexity/noArguments: see above
    layer.push(arguments)
  }
  window.gtag('js', new Date())
  window.gtag('config', measurementId)
  loadScript('measuring', `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(measurementId)}`)
}

export function loadInsights(partnerId: string): void {
  const holder = window as unknown as { _linkedin_partner_id?: string; _linkedin_data_partner_ids?: string[] }
  holder._linkedin_partner_id = partnerId
  holder._linkedin_data_partner_ids = [partnerId]
  loadScript('advertising', 'https://snap.licdn.com/li.lms-analytics/insight.min.js')
}

/** Deletes the cookies of the withdrawn purposes, and reloads the page to stop a script that is running. */
export function withdraw(
  withdrawn: readonly Purpose[],
  { gaMeasurementId }: Pick<ClientConfig, 'gaMeasurementId'>,
): void {
  if (withdrawn.includes('measuring'))
    // Disables Google Analytics, which would otherwise report the end of the visit.
    (window as unknown as Record<string, unknown>)[`ga-disable-${gaMeasurementId}`] = true
  for (const name of presentCookies())
    if (
      storedCookies.some(
        (listed) => withdrawn.some((each) => each === listed.purpose) && matches(listed.name, name),
      )
    )
      expire(name)
  if (withdrawn.some((purpose) => document.getElementById(scripts[purpose] ?? ''))) window.location.reload()
}

function presentCookies(): string[] {
  return document.cookie.split(';').map((pair) => pair.split('=')[0]?.trim() ?? '')
}

/** Whether a cookie's name matches a listed one; an asterisk at the end of a listed name matches any text. */
function matches(listed: string, name: string): boolean {
  return listed.endsWith('*') ? name.startsWith(listed.slice(0, -1)) : name === listed
}

/** These scripts set cookies for the whole domain. A browser does not expose a cookie's domain, so each suffix is tried. */
function expire(name: string): void {
  const labels = window.location.hostname.split('.')
  const domains = labels.map((_label, at) => `; domain=.${labels.slice(at).join('.')}`)
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
  for (const domain of ['', ...domains]) document.cookie = `${name}=; path=/; max-age=0${domain}`
}
