import { useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useQuotes } from '../lib/content.ts'
import styles from './loading-overlay.module.css'
import { LogoMark } from './logo.tsx'
import { useScrollLock } from './scroll-lock.ts'

/** Milliseconds for which most pages show the overlay while their content is loading. */
export const overlayTime = 2_000

const tick = 50
const ticks = 80
/** Milliseconds after which the overlay's progress bar is full. */
export const counterTime = ticks * tick

/**
 * Covers the window while something is loading: logo, spinner, a quote, and a progress bar that is full after 4 s. Shown
 * only while the page is empty, never over a rendered page.
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
  // Effects run only for a shown page: a page that is prepared while hidden must not cover the window.
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

/** Whether to show the overlay: while `waiting`, but for at most `longest` milliseconds. */
export function useOverlay(waiting: boolean, longest: number = overlayTime): boolean {
  const [expired, setExpired] = useState(false)
  useEffect(() => {
    const timer = window.setTimeout(() => setExpired(true), longest)
    return () => window.clearTimeout(timer)
  }, [longest])
  return waiting && !expired
}
