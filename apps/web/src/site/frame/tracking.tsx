import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useConfig } from '../../lib/config.ts'
import { askedAtFirst, decide, purposes, useConsent, usedPurposes } from '../../lib/consent.ts'
import { isRestricted, isRestrictedDocument } from '../../lib/loaded-document.ts'
import { Button } from '../../ui/button.tsx'
import { PrivacyChoices } from './privacy-choices.tsx'
import { loadAnalytics, loadInsights } from './third-parties.ts'
import styles from './tracking.module.css'

/** The custom property with the height that the consent bar takes at the bottom of the window. */
const barHeight = '--consent-bar-height'

/** The consent bar: asks once for each configured purpose, and loads its third party only after consent. */
export function Tracking() {
  const config = useConfig()
  const { enableLinkedInInsights, linkedInPartnerId, gaMeasurementId } = config
  const consent = useConsent()
  const { pathname } = useLocation()
  const restricted = isRestricted(pathname)
  const open = usedPurposes(config).filter(
    (purpose) => askedAtFirst.includes(purpose) && consent?.[purpose] === undefined,
  )
  const asking = consent !== undefined && open.length > 0 && !restricted
  const bar = useRef<HTMLElement>(null)

  // Other elements at the bottom of the window, and focused elements, are placed above the bar.
  useEffect(() => {
    const element = bar.current
    if (!asking || !element) return
    const { style } = document.documentElement
    const watch = new ResizeObserver(() => {
      const gap = Number.parseFloat(getComputedStyle(element).bottom)
      style.setProperty(barHeight, `${element.offsetHeight + 2 * gap}px`)
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      style.removeProperty(barHeight)
    }
  }, [asking])

  useEffect(() => {
    if (restricted || isRestrictedDocument()) return
    if (consent?.measuring && gaMeasurementId) loadAnalytics(gaMeasurementId)
    if (consent?.advertising && enableLinkedInInsights && linkedInPartnerId) loadInsights(linkedInPartnerId)
  }, [consent, restricted, enableLinkedInInsights, gaMeasurementId, linkedInPartnerId])

  if (!asking) return null
  const answer = (allowed: boolean) => decide(Object.fromEntries(open.map((purpose) => [purpose, allowed])))
  return (
    <section ref={bar} className={styles.bar} aria-label="Your choice about third parties">
      <p>
        May we load {listed(open.map((purpose) => purposes[purpose].name))}? Nothing loads until you agree,
        and the site works the same either way. <Link to="/privacy">How we handle data</Link>
      </p>
      <div className={styles.choices}>
        <Button size="small" variant="secondary" onClick={() => answer(false)}>
          Decline
        </Button>
        <Button size="small" variant="secondary" onClick={() => answer(true)}>
          Allow
        </Button>
        {open.length > 1 ? (
          <PrivacyChoices
            button={(choose) => (
              <Button size="small" variant="quiet" onClick={choose}>
                Choose
              </Button>
            )}
          />
        ) : null}
      </div>
    </section>
  )
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
}
