import { Play, RotateCw } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { assetAddress, localAddress } from '../../lib/assets.ts'
import { useConfig } from '../../lib/config.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/surface.tsx'
import { posterSources } from './poster-sources.ts'
import styles from './program-video.module.css'
import { lazyRule, videoFailure, videoRetries, videoRetryDelay } from './video-loading.ts'

export interface ProgramVideoProps {
  title: string
  duration: string
  /** An asset name, such as `video/program.mp4`; without one, a click on Play shows the error message. */
  video: string | undefined
  poster: string | undefined
  captions: string | undefined
  /** Shown if the content names no poster. */
  drawing: ReactNode
}

type State = 'poster' | 'loading' | 'playing' | 'failed'

/**
 * A video that starts at a click. Its file is loaded from the storage, else from this site; each source is
 * retried twice with growing pauses before the error is shown.
 */
export function ProgramVideo(props: ProgramVideoProps) {
  const { title, duration, video, poster, captions, drawing } = props
  const { loadAssetsFromS3, s3AssetsPath } = useConfig()
  const frame = useRef<HTMLDivElement>(null)
  const still = useRef<HTMLImageElement>(null)
  const [stillAddress, setStillAddress] = useState<string>()
  const [near, setNear] = useState(false)
  const [state, setState] = useState<State>('poster')
  const [attempt, setAttempt] = useState(0)
  const [fallback, setFallback] = useState(false)
  const remote = loadAssetsFromS3 && !fallback

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const rule = lazyRule(
      (navigator as Navigator & { connection?: { effectiveType?: string } }).connection?.effectiveType,
    )
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      setNear(true)
      observer.disconnect()
    }, rule)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  function failed(): void {
    if (attempt < videoRetries) {
      window.setTimeout(() => setAttempt((before) => before + 1), videoRetryDelay(attempt))
    } else if (remote) {
      setFallback(true)
      setAttempt(0)
    } else {
      setState('failed')
    }
  }

  function play(): void {
    setAttempt(0)
    setFallback(false)
    // The file that is shown already: otherwise the browser would fetch another width for a moment.
    setStillAddress(still.current?.currentSrc || undefined)
    setState(video ? 'loading' : 'failed')
  }

  const source =
    video && (remote ? assetAddress(video, { loadAssetsFromS3, s3AssetsPath }) : sourceHere(video))
  return (
    <div ref={frame} className={styles.frame}>
      {state === 'playing' || state === 'loading' ? (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: the track is there whenever the content names one */}
          <video
            key={`${source}-${attempt}`}
            className={styles.video}
            src={source}
            poster={stillAddress}
            controls
            autoPlay
            playsInline
            aria-label={title}
            onPlaying={() => setState('playing')}
            onCanPlay={() => setState('playing')}
            onError={failed}
          >
            {captions ? (
              <track kind="captions" src={sourceHere(captions)} srcLang="en" label="English" />
            ) : null}
          </video>
          {state === 'loading' ? (
            <div className={styles.over}>
              <Spinner label="Loading video..." />
            </div>
          ) : null}
        </>
      ) : (
        <>
          <div className={styles.poster}>
            {poster ? near && <ProgramPoster ref={still} poster={poster} /> : drawing}
          </div>
          {state === 'failed' ? (
            <div className={styles.over} role="alert">
              <p className={styles.error}>{videoFailure(loadAssetsFromS3)}</p>
              <p className={styles.hint}>You can also read everything it shows on this page.</p>
              <Button variant="secondary" size="small" icon={<RotateCw aria-hidden="true" />} onClick={play}>
                Try again
              </Button>
            </div>
          ) : (
            <button type="button" className={styles.play} onClick={play}>
              <span className={styles.disc}>
                <Play aria-hidden="true" strokeWidth={1.5} />
              </span>
              <span className={styles.label}>
                Play video <span className={styles.duration}>{duration}</span>
              </span>
            </button>
          )}
        </>
      )}
    </div>
  )
}

/** The width of a video: that of a narrow window, else that of the reading column. */
const sizes = '(width < 960px) 100vw, 47rem'

/** The poster of a video, in the smallest file with enough pixels for this screen. */
function ProgramPoster({ poster, ref }: { poster: string; ref: Ref<HTMLImageElement> }) {
  const sets = posterSources(poster, localAddress)
  return (
    <picture>
      {sets ? <source type="image/avif" srcSet={sets.avif} sizes={sizes} /> : null}
      <img
        ref={ref}
        src={sourceHere(poster)}
        {...(sets && { srcSet: sets.webp, sizes })}
        alt=""
        width={1280}
        height={720}
        loading="lazy"
      />
    </picture>
  )
}

/** The address of the copy on this site; an https address is returned unchanged. */
function sourceHere(name: string): string {
  return name.startsWith('https://') ? name : localAddress(name)
}
