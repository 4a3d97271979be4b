import { ImageOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Media } from '#modules/content/contract.ts'
import { useHydrating } from '../first-load/hydrating.ts'
import { assetAddress, localAddress } from '../lib/assets.ts'
import { useConfig } from '../lib/config.ts'
import { altOf, narrowPictureOf, pictureOf } from '../lib/content.ts'
import { type ContentDeclaration, useContentClass } from '../lib/content-style.tsx'
import { narrow } from '../lib/narrow.ts'
import styles from './asset-image.module.css'

/** Addresses of pictures that were painted before: they need no placeholder. */
const painted = new Set<string>()

export interface AssetImageProps {
  /** The name in the content, such as `art/keel.svg`, or an https address. */
  src: string
  /** Another picture for windows narrower than 768 px. */
  narrowSrc?: string | undefined
  /** The bundled fallback picture, if it has another name than `src`. */
  fallbackImport?: string
  alt: string
  width: number
  height: number
  /** Colours and sizes from content; they become a class, because the site's policy forbids style attributes. */
  style?: ContentDeclaration | undefined
  className?: string | undefined
  /** False for pictures in the first screen. */
  lazyLoad?: boolean
  /** Options of the IntersectionObserver that decides when the picture is fetched. */
  threshold?: number
  rootMargin?: string
  fetchPriority?: 'high' | 'low' | 'auto'
  /** Called when the picture is painted, or has finally failed. */
  onSettled?: (() => void) | undefined
}

/**
 * A picture with the states placeholder, painted and failed (an icon). A remote picture that fails is replaced by the
 * bundled one.
 */
export function AssetImage({
  src,
  narrowSrc,
  fallbackImport = src,
  alt,
  width,
  height,
  style,
  className,
  lazyLoad = true,
  threshold = 0.1,
  rootMargin = '200px',
  fetchPriority = 'auto',
  onSettled,
}: AssetImageProps) {
  const config = useConfig()
  const first = assetAddress(src, config)
  const [state, setState] = useState<'waiting' | 'painted' | 'fallback' | 'failed'>('waiting')
  const element = useRef<HTMLImageElement>(null)
  const near = useNear(element, lazyLoad && !painted.has(first), threshold, rootMargin)
  const look = useContentClass(style)
  const address = state === 'fallback' ? localAddress(fallbackImport) : first

  function done(): void {
    if (!near) return
    painted.add(address)
    setState((before) => (before === 'fallback' ? before : 'painted'))
    onSettled?.()
  }

  function fail(): void {
    const another = config.loadAssetsFromS3 && state !== 'fallback' && !/^https:/.test(fallbackImport)
    setState(another ? 'fallback' : 'failed')
    if (!another) onSettled?.()
  }

  // In a rendered document the picture's load or error event may have fired before this script ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per address
  useEffect(() => {
    const image = element.current
    if (!near || !image?.complete) return
    if (image.naturalWidth > 0) done()
    else if (image.currentSrc !== '') fail()
  }, [first, near])

  const classes = [className, look].filter(Boolean).join(' ')
  if (state === 'failed') {
    return (
      <span className={`${styles.failed} ${classes}`} role="img" aria-label={alt || 'Picture'}>
        <ImageOff aria-hidden="true" strokeWidth={1.5} />
        <span>
          {config.loadAssetsFromS3
            ? 'Both S3 and local fallback failed'
            : `Could not load asset from S3 or local: ${src}`}
        </span>
      </span>
    )
  }
  const image = (
    <img
      ref={element}
      className={classes}
      src={near ? address : placeholder(width, height)}
      alt={alt}
      width={width}
      height={height}
      loading={lazyLoad ? 'lazy' : 'eager'}
      decoding={lazyLoad ? 'async' : 'sync'}
      fetchPriority={fetchPriority}
      data-state={state === 'waiting' && !painted.has(address) ? 'waiting' : 'painted'}
      onLoad={done}
      onError={fail}
    />
  )
  if (!narrowSrc || narrowSrc === src || state === 'fallback' || !near) return image
  return (
    <picture className={styles.picture}>
      <source media={`(width < ${narrow}px)`} srcSet={assetAddress(narrowSrc, config)} />
      {image}
    </picture>
  )
}

type MediaImageProps = Omit<AssetImageProps, 'src' | 'alt'> & { media: Media | undefined; alt?: string }

/** The picture of a section's media, with its alternative text and its variant for narrow windows; nothing without one. */
export function MediaImage({ media, ...rest }: MediaImageProps) {
  const src = pictureOf(media)
  if (!src) return null
  return <AssetImage src={src} narrowSrc={narrowPictureOf(media)} alt={altOf(media)} {...rest} />
}

/** An empty picture with the same aspect ratio: it reserves the space and fetches nothing. */
function placeholder(width: number, height: number): string {
  return `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${width} ${height}'/%3E`
}

/**
 * True once the element is near the viewport. In a rendered document it is true from the start: there the browser's own
 * lazy loading applies.
 */
function useNear(
  element: React.RefObject<HTMLImageElement | null>,
  lazy: boolean,
  threshold: number,
  rootMargin: string,
): boolean {
  const rendered = useHydrating()
  const [near, setNear] = useState(!lazy || rendered)
  useEffect(() => {
    if (near || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { threshold, rootMargin },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [near, element, threshold, rootMargin])
  return near
}
