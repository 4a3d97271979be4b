import { startTransition, type TouchEvent, useEffect, useRef, useState } from 'react'
import { home } from '#modules/content/base-template/home.ts'
import type { Fields } from '#modules/content/contract.ts'
import { fieldsOf, useContent } from '../../lib/content.ts'
import { Container } from '../../ui/page.tsx'
import styles from './carousel.module.css'
import { SlideView } from './slide-view.tsx'

/** Milliseconds until the pictures of the hidden slides are fetched, if nobody touches the carousel before. */
const settled = 4_000

type Slide = Fields<'carousel'>['slides'][number]

interface CarouselProps {
  /** The content is still expected; without it the built-in slides are shown. */
  waiting: boolean
  /** The picture of the first slide is there, has failed, or is none. */
  onPictured: () => void
}

/** The first screen: four slides that fade into each other. Nothing moves by itself unless content asks for it. */
export function Carousel({ waiting, onPictured }: CarouselProps) {
  const { page } = useContent(home)
  const { slides, autoplaySeconds = 0 } = fieldsOf(page, 'carousel')
  const ordered = [...slides].sort((a, b) => a.order - b.order)
  const count = ordered.length
  const [shown, setShown] = useState(0)
  const [paused, setPaused] = useState(false)
  const [resting, setResting] = useState(false)
  const [armed, setArmed] = useState(false)
  const touch = useRef<number | undefined>(undefined)
  const current = Math.min(shown, count - 1)
  useAutoplay(paused || resting ? 0 : autoplaySeconds, () => setShown((before) => (before + 1) % count))

  function turn(by: 1 | -1): void {
    setShown((current + by + count) % count)
  }

  function touchStart(event: TouchEvent): void {
    const onControl = event.target instanceof Element && event.target.closest('button, a') !== null
    touch.current = onControl ? undefined : event.touches[0]?.clientX
  }

  function touchEnd(event: TouchEvent): void {
    const [from, to] = [touch.current, event.changedTouches[0]?.clientX]
    touch.current = undefined
    if (from === undefined || to === undefined || Math.abs(to - from) <= 50) return
    turn(to < from ? 1 : -1)
  }

  useEffect(() => {
    const timer = window.setTimeout(() => startTransition(() => setArmed(true)), settled)
    return () => window.clearTimeout(timer)
  }, [])

  /** Neither is answered by what is seen now: the touch itself comes first. */
  function arm(rests?: boolean): void {
    startTransition(() => {
      setArmed(true)
      if (rests) setResting(true)
    })
  }

  if (waiting) return <p className={styles.loading}>Loading carousel...</p>
  return (
    <section
      className={styles.carousel}
      data-content="carousel"
      aria-roledescription="carousel"
      aria-label="Introduction"
      onTouchStart={(event) => {
        arm()
        touchStart(event)
      }}
      onTouchEnd={touchEnd}
      onPointerEnter={() => arm(true)}
      onPointerLeave={() => startTransition(() => setResting(false))}
      onFocus={() => arm(true)}
      onBlur={() => startTransition(() => setResting(false))}
    >
      <Container className={styles.stage ?? ''}>
        {ordered.map((slide, index) => (
          <SlideView
            key={slide.id}
            slide={slide}
            index={index}
            count={count}
            shown={index === current}
            drawn={armed || index === 0 || index === current}
            {...(index === 0 && { onPictured })}
          />
        ))}
      </Container>
      <Container className={styles.foot ?? ''}>
        <div className={styles.dots}>
          {ordered.map((slide, index) => (
            <button
              key={slide.id}
              type="button"
              className={styles.dot}
              aria-label={`Show slide ${index + 1} of ${count}: ${labelOf(slide)}`}
              aria-current={index === current || undefined}
              onClick={() => setShown(index)}
            >
              {labelOf(slide)}
            </button>
          ))}
        </div>
        {autoplaySeconds > 0 ? (
          <button type="button" className={styles.pause} onClick={() => setPaused(!paused)}>
            {paused ? 'Play' : 'Pause'}
          </button>
        ) : null}
      </Container>
    </section>
  )
}

const labelOf = (slide: Slide): string => slide.label || slide.subtitle.value

/** Calls `next` every so many seconds; never for zero, nor for visitors who want no movement. */
function useAutoplay(seconds: number, next: () => void): void {
  const latest = useRef(next)
  useEffect(() => {
    latest.current = next
  })
  useEffect(() => {
    if (seconds <= 0 || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = window.setInterval(() => latest.current(), seconds * 1000)
    return () => window.clearInterval(timer)
  }, [seconds])
}
