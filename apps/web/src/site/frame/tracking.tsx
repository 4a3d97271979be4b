import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useConfig } from '../../lib/config.ts'
import { decide, thirdParties, useConsent } from '../../lib/consent.ts'
import { inQuietDocument, isQuiet } from '../../lib/loaded-document.ts'
import { Button } from '../../ui/button.tsx'
import styles from './tracking.module.css'

/** How much of the window's foot the question takes. */
const room = '--consent-room'

/** Asks once whether the configured third parties may load, and loads them only after a yes. */
export function Tracking() {
  const config = useConfig()
  const { enableLinkedInInsights, linkedInPartnerId, gaMeasurementId } = config
  const consent = useConsent()
  const { pathname } = useLocation()
  const names = thirdParties(config)
  const quiet = isQuiet(pathname)
  const asking = names.length > 0 && consent === 'unknown' && !quiet
  const bar = useRef<HTMLElement>(null)

  // What else sticks to the foot of the window stands above the question, and so does what gets the focus.
  useEffect(() => {
    const element = bar.current
    if (!asking || !element) return
    const { style } = document.documentElement
    const watch = new ResizeObserver(() => {
      const gap = Number.parseFloat(getComputedStyle(element).bottom)
      style.setProperty(room, `${element.offsetHeight + 2 * gap}px`)
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      style.removeProperty(room)
    }
  }, [asking])

  useEffect(() => {
    if (consent !== 'given' || quiet || inQuietDocument()) return
    if (gaMeasurementId) loadAnalytics(gaMeasurementId)
    if (enableLinkedInInsights && linkedInPartnerId) loadInsights(linkedInPartnerId)
  }, [consent, quiet, enableLinkedInInsights, gaMeasurementId, linkedInPartnerId])

  if (!asking) return null
  return (
    <section ref={bar} className={styles.bar} aria-label="Your choice about third parties">
      <p>
        May we load {listed(names)}? Nothing of it loads before you agree, and the site works the same
        without. <Link to="/privacy">How we handle data</Link>
      </p>
      <div className={styles.choices}>
        <Button size="small" variant="secondary" onClick={() => decide('refused')}>
          Decline
        </Button>
        <Button size="small" variant="secondary" onClick={() => decide('given')}>
          Allow
        </Button>
      </div>
    </section>
  )
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
}

function loadScript(id: string, source: string): void {
  if (document.getElementById(id)) return
  const script = document.createElement('script')
  script.id = id
  script.async = true
  script.src = source
  document.head.append(script)
}

function loadAnalytics(measurementId: string): void {
  const holder = window as unknown as { dataLayer?: unknown[] }
  holder.dataLayer ??= []
  const layer = holder.dataLayer
  // The library reads `arguments` objects only; an array of the same words is ignored.
  window.gtag ??= function queue() {
    // biome-ignore lint/complexity/noArguments: see above
    layer.push(arguments)
  }
  window.gtag('js', new Date())
  window.gtag('config', measurementId)
  loadScript('analytics', `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(measurementId)}`)
}

function loadInsights(partnerId: string): void {
  const holder = window as unknown as { _linkedin_partner_id?: string; _linkedin_data_partner_ids?: string[] }
  holder._linkedin_partner_id = partnerId
  holder._linkedin_data_partner_ids = [partnerId]
  loadScript('insights', 'https://snap.licdn.com/li.lms-analytics/insight.min.js')
}
