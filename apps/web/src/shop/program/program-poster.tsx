import type { Ref } from 'react'
import { localAddress } from '../../lib/assets.ts'
import { posterSources } from './poster-sources.ts'

/** How wide a film stands: across a narrow window, else in the reading column. */
const sizes = '(width < 960px) 100vw, 47rem'

/** The still picture of a film, in the smallest file that is sharp enough here. */
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

/** The copy on this site; an address elsewhere has none and stays as it is. */
export function sourceHere(name: string): string {
  return name.startsWith('https://') ? name : localAddress(name)
}
