import { ChevronRight } from 'lucide-react'
import { memo, useEffect } from 'react'
import type { Fields } from '#modules/content/contract.ts'
import { pictureOf } from '../../lib/content.ts'
import { useContentClass } from '../../lib/content-style.tsx'
import { useGround } from '../../lib/ground.ts'
import { keyed } from '../../lib/keyed.ts'
import { useOffer } from '../../lib/offer.ts'
import { AssetImage, MediaImage } from '../../ui/asset-image.tsx'
import { ButtonLink, linkClass } from '../../ui/button.tsx'
import { JoinButton } from '../frame/join.tsx'
import styles from './carousel.module.css'

type Slide = Fields<'carousel'>['slides'][number]

interface SlideProps {
  slide: Slide
  index: number
  count: number
  shown: boolean
  /** False while the pictures of later slides are not fetched yet. */
  withPictures: boolean
  /** Called when the slide's picture is painted or has failed, or if there is none. */
  onPictureSettled?: () => void
}

/**
 * One slide. Memoized, because the carousel renders often; when another slide is shown, two attributes change, and the content
 * is not rendered again.
 */
export const SlideView = memo(function SlideView({ shown, ...inside }: SlideProps) {
  const { slide, index, count } = inside
  const { className: background, ...ground } = useGround(slide.background)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is no fieldset
    <div
      {...ground}
      className={[styles.slide, background].filter(Boolean).join(' ')}
      role="group"
      aria-roledescription="slide"
      aria-label={`${index + 1} of ${count}`}
      data-shown={shown || undefined}
      inert={!shown}
    >
      <SlideContent {...inside} />
    </div>
  )
})

/** Text on one side, picture on the other. */
const SlideContent = memo(function SlideContent({
  slide,
  index,
  withPictures,
  onPictureSettled,
}: Omit<SlideProps, 'shown'>) {
  const Heading = index === 0 ? 'h1' : 'h2'
  const subtitleTint = useContentClass(
    slide.subtitle.colour ? { 'border-color': slide.subtitle.colour } : undefined,
  )
  const overlay = slide.mobileOverlay
  const overlayLook = useContentClass(
    overlay && (overlay.colour || overlay.fontSize || overlay.fontWeight)
      ? {
          ...(overlay.colour ? { 'border-color': overlay.colour } : {}),
          ...(overlay.fontSize ? { 'font-size': overlay.fontSize } : {}),
          ...(overlay.fontWeight ? { 'font-weight': overlay.fontWeight } : {}),
        }
      : undefined,
  )
  const picture = pictureOf(slide.media)
  useEffect(() => {
    if (!picture) onPictureSettled?.()
  }, [picture, onPictureSettled])
  return (
    <>
      <div className={styles.words}>
        <p className={[styles.subtitle, subtitleTint].filter(Boolean).join(' ')}>
          {slide.subtitle.backgroundImage && withPictures ? (
            <Decoration src={slide.subtitle.backgroundImage} />
          ) : null}
          {slide.subtitle.value}
        </p>
        <Heading className={styles.title}>
          {keyed(slide.title.lines, (line) => line.text).map(([key, line, at]) => (
            <span key={key} className={line.format ? `weight-${line.format}` : undefined}>
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
        {index === 0 ? <OfferLine /> : null}
        <div className={styles.actions}>
          <SlideLink link={slide.link} />
          <JoinButton size="large" variant="secondary" />
        </div>
      </div>
      {withPictures ? (
        <MediaImage
          className={styles.picture}
          media={slide.media}
          width={640}
          height={600}
          lazyLoad={index > 0}
          fetchPriority={index === 0 ? 'high' : 'low'}
          onSettled={onPictureSettled}
        />
      ) : null}
    </>
  )
})

/** The slide's main button: its own link, else a link to the program. */
function SlideLink({
  link = { text: 'See the program', url: '/certification/program-details' },
}: Pick<Slide, 'link'>) {
  const inside = (
    <>
      {link.text} <ChevronRight aria-hidden="true" strokeWidth={1.5} />
    </>
  )
  return link.url.startsWith('/') ? (
    <ButtonLink to={link.url} size="large">
      {inside}
    </ButtonLink>
  ) : (
    <a href={link.url} className={linkClass({ size: 'large' })}>
      {inside}
    </a>
  )
}

/** Length, price and next start of the program. */
function OfferLine() {
  const offer = useOffer()
  if (!offer) return null
  const facts = [
    offer.duration && ['Length', offer.duration],
    offer.price && ['Price', offer.price.replace(/\.00$/, '')],
    offer.nextCohort && ['Next start', offer.nextCohort],
  ].filter((fact) => fact !== '')
  if (facts.length === 0) return null
  return (
    <dl className={styles.offer}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A picture behind a text. */
function Decoration({ src }: { src: string }) {
  return <AssetImage src={src} alt="" width={320} height={60} className={styles.decoration ?? ''} />
}

/** A line of the title. If it contains the highlighted text, that part is underlined in the highlight's colour. */
function Marked({ text, highlight }: { text: string; highlight: Slide['title']['highlight'] }) {
  const tint = useContentClass(highlight?.colour ? { 'text-decoration-color': highlight.colour } : undefined)
  const start = highlight && highlight.text !== '' ? text.indexOf(highlight.text) : -1
  if (!highlight || start < 0) return text
  return (
    <>
      {text.slice(0, start)}
      <mark className={[styles.highlight, tint].filter(Boolean).join(' ')}>
        {highlight.brushImage ? <Decoration src={highlight.brushImage} /> : null}
        {highlight.text}
      </mark>
      {text.slice(start + highlight.text.length)}
    </>
  )
}
