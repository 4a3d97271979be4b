import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { useConfig } from '../lib/config.ts'
import { Button } from '../ui/button.tsx'
import styles from './tracking.module.css'

const consentKey = 'veralead_consent'

type Consent = 'unknown' | 'given' | 'refused'

/** Asks once whether the configured analytics may load, and loads them only after a yes. */
export function Tracking() {
  const { enableLinkedInInsights, linkedInPartnerId, gaMeasurementId } = useConfig()
  const wanted = (enableLinkedInInsights && linkedInPartnerId !== '') || gaMeasurementId !== ''
  const [consent, setConsent] = useState<Consent | undefined>(undefined)

  useEffect(() => {
    const kept = readConsent()
    setConsent(kept)
  }, [])

  useEffect(() => {
    if (consent !== 'given') return
    if (gaMeasurementId) loadAnalytics(gaMeasurementId)
    if (enableLinkedInInsights && linkedInPartnerId) loadInsights(linkedInPartnerId)
  }, [consent, enableLinkedInInsights, gaMeasurementId, linkedInPartnerId])

  if (!wanted || consent !== 'unknown') return null
  const answer = (choice: Consent) => () => {
    keepConsent(choice)
    setConsent(choice)
  }
  return (
    <section className={styles.bar} aria-label="Your choice about analytics">
      <p>
        May we count this visit with analytics tools? Nothing loads before you agree, and the site works the
        same without. <Link to="/privacy">How we handle data</Link>
      </p>
      <div className={styles.choices}>
        <Button size="small" variant="secondary" onClick={answer('refused')}>
          Decline
        </Button>
        <Button size="small" variant="secondary" onClick={answer('given')}>
          Allow
        </Button>
      </div>
    </section>
  )
}

function readConsent(): Consent {
  try {
    const kept = window.localStorage.getItem(consentKey)
    return kept === 'given' || kept === 'refused' ? kept : 'unknown'
  } catch {
    return 'unknown'
  }
}

function keepConsent(choice: Consent): void {
  try {
    window.localStorage.setItem(consentKey, choice)
  } catch {
    // Blocked storage: the question comes again with the next visit.
  }
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
