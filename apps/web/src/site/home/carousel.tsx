import { startTransition, type TouchEvent, useEffect, useRef, useState } from 'react'
import { home } from '#modules/content/base-template/home.ts'
import type { Fields } from '#modules/content/contract.ts'
import { fieldsOf, useContent } from '../../lib/content.ts'
import { Container } from '../../ui/page.tsx'
import styles from './carousel.module.css'
import { SlideView } from './slide-view.tsx'

/** Milliseconds until the pictures of the hidden slides are fetched, if the visitor does not use the carousel before. */
const pictureDelay = 4_000

type Slide = Fields<'carousel'>['slides'][number]

interface CarouselProps {
  /** The content is still loading; if it cannot be loaded, the built-in slides are shown. */
  waiting: boolean
  /** Called when the picture of the first slide is painted or has failed, or if there is none. */
  onPictureSettled: () => void
}

/** The first screen: four slides that fade into each other. They advance by themselves only if the content sets it. */
export function Carousel({ waiting, onPictureSettled }: CarouselProps) {
  const { page } = useContent(home)
  const { slides, autoplaySeconds = 0 } = fieldsOf(page, 'carousel')
  const ordered = [...slides].sort((a, b) => a.order - b.order)
  const count = ordered.length
  const [shown, setShown] = useState(0)
  const [paused, setPaused] = useState(false)
  const [inUse, setInUse] = useState(false)
  const [withAllPictures, setWithAllPictures] = useState(false)
  const touch = useRef<number | undefined>(undefined)
  const current = Math.min(shown, count - 1)
  useAutoplay(paused || inUse ? 0 : autoplaySeconds, () => setShown((before) => (before + 1) % count))

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
    const timer = window.setTimeout(() => startTransition(() => setWithAllPictures(true)), pictureDelay)
    return () => window.clearTimeout(timer)
  }, [])

  /** As a transition: neither change is visible, and the touch itself must be handled first. */
  function prepare(stops?: boolean): void {
    startTransition(() => {
      setWithAllPictures(true)
      if (stops) setInUse(true)
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
        prepare()
        touchStart(event)
      }}
      onTouchEnd={touchEnd}
      onPointerEnter={() => prepare(true)}
      onPointerLeave={() => startTransition(() => setInUse(false))}
      onFocus={() => prepare(true)}
      onBlur={() => startTransition(() => setInUse(false))}
    >
      <Container className={styles.stage ?? ''}>
        {ordered.map((slide, index) => (
          <SlideView
            key={slide.id}
            slide={slide}
            index={index}
            count={count}
            shown={index === current}
            withPictures={withAllPictures || index === 0 || index === current}
            {...(index === 0 && { onPictureSettled })}
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

/** Calls `next` every `seconds`; never for 0, or if the visitor prefers reduced motion. */
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
