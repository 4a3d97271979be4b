import { useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useQuotes } from '../lib/content.ts'
import styles from './loading-overlay.module.css'
import { LogoMark } from './logo.tsx'
import { useScrollLock } from './scroll-lock.ts'

/** Milliseconds for which most pages show the overlay while their content is on its way. */
export const overlayTime = 2_000

const tick = 50
const ticks = 80
/** Milliseconds after which the counter of the overlay has reached its end. */
export const counterTime = ticks * tick

/**
 * The whole window while something is on its way: logo, wheel, a saying, a counter that reaches its end
 * after 4 s. Shown only where nothing is painted yet; never over a rendered page.
 */
export function LoadingOverlay({ text }: { text?: string }) {
  const quotes = useQuotes()
  const [quote] = useState(() => quotes[Math.floor(Math.random() * quotes.length)])
  const [count, setCount] = useState(0)
  useScrollLock(true)
  useEffect(() => {
    const timer = window.setInterval(() => setCount((before) => Math.min(before + 1, ticks)), tick)
    return () => window.clearInterval(timer)
  }, [])
  // Not from a page that is only prepared: nothing of it is seen yet.
  const [shown, setShown] = useState(false)
  useLayoutEffect(() => setShown(true), [])
  if (!shown) return null
  return createPortal(
    <div className={styles.overlay} role="status" aria-live="polite" data-loading-overlay="">
      <LogoMark className={styles.logo ?? ''} />
      <span className={styles.wheel} aria-hidden="true" />
      <p className={text ? styles.text : 'visually-hidden'}>{text ?? 'Loading...'}</p>
      {quote ? (
        <blockquote className={styles.quote}>
          <p>“{quote.text}”</p>
          <footer>{quote.source}</footer>
        </blockquote>
      ) : null}
      <progress className={styles.bar} max={ticks} value={count} aria-label="Loading" />
    </div>,
    document.body,
  )
}

/** True for at most `longest` milliseconds, and no longer than `waiting`; false at once over a rendered page. */
export function useOverlay(waiting: boolean, longest: number = overlayTime): boolean {
  const [expired, setExpired] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setExpired(true), longest)
    return () => window.clearTimeout(timer)
  }, [longest])
  return waiting && !expired
}
