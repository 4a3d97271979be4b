import type { Ref } from 'react'
import { localAddress } from '../../lib/assets.ts'
import { posterSources } from './poster-sources.ts'

/** The width of a video: that of a narrow window, else that of the reading column. */
const sizes = '(width < 960px) 100vw, 47rem'

/** The poster of a video, in the smallest file with enough pixels for this screen. */
export function ProgramPoster({ poster, ref }: { poster: string; ref: Ref<HTMLImageElement> }) {
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
export function sourceHere(name: string): string {
  return name.startsWith('https://') ? name : localAddress(name)
}
