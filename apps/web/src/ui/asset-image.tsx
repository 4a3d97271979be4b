import { ImageOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { assetAddress, localAddress } from '../lib/assets.ts'
import { useConfig } from '../lib/config.ts'
import styles from './asset-image.module.css'

/** Addresses that have been painted before: they appear without a placeholder. */
const painted = new Set<string>()

export interface AssetImageProps {
  /** The name in the content, such as `art/keel.svg`, or an https address. */
  src: string
  alt: string
  width: number
  height: number
  className?: string
  /** False for what the first screen shows. */
  lazyLoad?: boolean
  fetchPriority?: 'high' | 'low' | 'auto'
}

/**
 * A picture with its states: placeholder, painted, or a crossed-out sign. A remote picture that fails is
 * replaced by the bundled one.
 */
export function AssetImage({
  src,
  alt,
  width,
  height,
  className,
  lazyLoad = true,
  fetchPriority = 'auto',
}: AssetImageProps) {
  const config = useConfig()
  const first = assetAddress(src, config)
  const [state, setState] = useState<'waiting' | 'painted' | 'fallback' | 'failed'>('waiting')
  const element = useRef<HTMLImageElement>(null)
  const address = state === 'fallback' ? localAddress(src) : first

  function done(): void {
    painted.add(address)
    setState((before) => (before === 'fallback' ? before : 'painted'))
  }

  // A picture of a rendered document may have arrived before this script: its events are over.
  useEffect(() => {
    const image = element.current
    if (image?.complete && image.naturalWidth > 0) {
      painted.add(first)
      setState('painted')
    }
  }, [first])

  if (state === 'failed') {
    return (
      <span
        className={[styles.failed, className].filter(Boolean).join(' ')}
        role="img"
        aria-label={alt || 'Picture'}
      >
        <ImageOff aria-hidden="true" strokeWidth={1.5} />
        <span>
          {config.loadAssetsFromS3
            ? 'Both S3 and local fallback failed'
            : `Could not load asset from S3 or local: ${src}`}
        </span>
      </span>
    )
  }
  return (
    <img
      ref={element}
      className={className}
      src={address}
      alt={alt}
      width={width}
      height={height}
      loading={lazyLoad ? 'lazy' : 'eager'}
      decoding={lazyLoad ? 'async' : 'sync'}
      fetchPriority={fetchPriority}
      data-state={state === 'waiting' && !painted.has(address) ? 'waiting' : 'painted'}
      onLoad={done}
      onError={() =>
        setState(
          config.loadAssetsFromS3 && state !== 'fallback' && !/^https:/.test(src) ? 'fallback' : 'failed',
        )
      }
    />
  )
}
