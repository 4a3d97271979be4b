import { ChevronRight } from 'lucide-react'
import { type TouchEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { home } from '#modules/content/base-template/home.ts'
import type { Slide } from '#modules/content/base-template/shapes.ts'
import { sizes } from '../../lib/constants.ts'
import { fieldsOf, useContent } from '../../lib/content.ts'
import { useContentClass } from '../../lib/content-style.tsx'
import { JoinButton } from '../../shell/join.tsx'
import { AssetImage } from '../../ui/asset-image.tsx'
import { Container } from '../../ui/page.tsx'
import styles from './carousel.module.css'

/** Milliseconds until the pictures of the hidden slides are fetched, if nobody touches the carousel before. */
const settled = 4_000

/** The first screen: four slides that fade into each other. Nothing moves by itself unless content asks for it. */
export function Carousel() {
  const { page, loading } = useContent(home)
  const { slides, autoplaySeconds = 0 } = fieldsOf(page, 'carousel')
  const ordered = [...slides].sort((a, b) => a.order - b.order)
  const count = ordered.length
  const [shown, setShown] = useState(0)
  const [paused, setPaused] = useState(false)
  const [armed, setArmed] = useState(false)
  const touch = useRef<number | undefined>(undefined)
  const current = Math.min(shown, count - 1)
  useAutoplay(paused ? 0 : autoplaySeconds, () => setShown((before) => (before + 1) % count))

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
    if (from === undefined || to === undefined || Math.abs(to - from) <= sizes.swipe) return
    turn(to < from ? 1 : -1)
  }

  useEffect(() => {
    const timer = window.setTimeout(() => setArmed(true), settled)
    return () => window.clearTimeout(timer)
  }, [])

  if (loading) return <p className={styles.loading}>Loading carousel...</p>
  return (
    <section
      className={styles.carousel}
      aria-roledescription="carousel"
      aria-label="Introduction"
      onTouchStart={(event) => {
        setArmed(true)
        touchStart(event)
      }}
      onTouchEnd={touchEnd}
      onPointerEnter={() => {
        setArmed(true)
        setPaused(true)
      }}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => {
        setArmed(true)
        setPaused(true)
      }}
    >
      <Container className={styles.stage ?? ''}>
        {ordered.map((slide, index) => (
          <SlideView
            key={slide.id}
            slide={slide}
            index={index}
            count={count}
            shown={index === current}
            drawn={armed || index === 0}
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
              aria-label={`Show slide ${index + 1} of ${count}`}
              aria-current={index === current || undefined}
              onClick={() => setShown(index)}
            />
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

interface SlideProps {
  slide: Slide
  index: number
  count: number
  shown: boolean
  /** Pictures of later slides wait until the first screen has settled. */
  drawn: boolean
}

function SlideView({ slide, index, count, shown, drawn }: SlideProps) {
  const Heading = index === 0 ? 'h1' : 'h2'
  const background = useContentClass(slide.background ? { background: slide.background } : undefined)
  const subtitleTint = useContentClass(
    slide.subtitle.colour ? { 'border-color': slide.subtitle.colour } : undefined,
  )
  const overlay = slide.mobileOverlay
  const overlayLook = useContentClass(
    overlay && (overlay.fontSize || overlay.fontWeight)
      ? {
          ...(overlay.fontSize ? { 'font-size': overlay.fontSize } : {}),
          ...(overlay.fontWeight ? { 'font-weight': overlay.fontWeight } : {}),
        }
      : undefined,
  )
  const picture = slide.media.desktop?.illustration ?? Object.values(slide.media.desktop ?? {})[0]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is no fieldset
    <div
      className={[styles.slide, background].filter(Boolean).join(' ')}
      role="group"
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${count}`}
      data-shown={shown || undefined}
      inert={!shown}
    >
      <div className={styles.words}>
        <p className={[styles.subtitle, subtitleTint].filter(Boolean).join(' ')}>{slide.subtitle.value}</p>
        <Heading className={styles.title}>
          {slide.title.lines.map((line, at) => (
            <span key={line.text} className={line.format ? `weight-${line.format}` : undefined}>
              <Marked text={line.text} highlight={slide.title.highlight} />
              {at < slide.title.lines.length - 1 ? ' ' : null}
            </span>
          ))}
        </Heading>
        {overlay ? (
          <p className={[styles.overlay, overlayLook].filter(Boolean).join(' ')}>{overlay.value}</p>
        ) : null}
        <p className={styles.description}>
          {slide.description.value}
          {slide.description.appendText ? ` ${slide.description.appendText}` : null}
        </p>
        <div className={styles.actions}>
          <JoinButton size="large" />
          <Link to="/certification/program-details" className={styles.more}>
            See the program <ChevronRight aria-hidden="true" strokeWidth={1.5} />
          </Link>
        </div>
      </div>
      {picture && drawn ? (
        <AssetImage
          className={styles.picture ?? ''}
          src={picture}
          alt=""
          width={640}
          height={600}
          lazyLoad={index > 0}
          fetchPriority={index === 0 ? 'high' : 'low'}
        />
      ) : null}
    </div>
  )
}

/** A line with its highlighted part, if the line has it, on a stroke of the given colour. */
function Marked({ text, highlight }: { text: string; highlight: Slide['title']['highlight'] }) {
  const tint = useContentClass(highlight?.colour ? { 'text-decoration-color': highlight.colour } : undefined)
  const start = highlight && highlight.text !== '' ? text.indexOf(highlight.text) : -1
  if (!highlight || start < 0) return text
  return (
    <>
      {text.slice(0, start)}
      <mark className={[styles.highlight, tint].filter(Boolean).join(' ')}>{highlight.text}</mark>
      {text.slice(start + highlight.text.length)}
    </>
  )
}

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
