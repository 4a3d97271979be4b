/** The widths in pixels in which each poster of the site's own films lies beside the whole one, which has the last. */
export const posterWidths = [480, 720, 960, 1280] as const

const own = /^videos\/(?:intro|welcome)(?=\.webp$)/

/** The name of a poster's file in one width; the WebP in full width is the whole one itself. */
export function posterFile(base: string, width: number, type: 'avif' | 'webp'): string {
  return type === 'webp' && width === posterWidths.at(-1) ? `${base}.webp` : `${base}-${width}.${type}`
}

/**
 * The sets of a poster for `srcset`, each name made an address; undefined for a poster from elsewhere, which has one
 * size.
 */
export function posterSources(
  name: string,
  address: (name: string) => string,
): Record<'avif' | 'webp', string> | undefined {
  const [base] = own.exec(name) ?? []
  if (base === undefined) return undefined
  const set = (type: 'avif' | 'webp'): string =>
    posterWidths.map((width) => `${address(posterFile(base, width, type))} ${width}w`).join(', ')
  return { avif: set('avif'), webp: set('webp') }
}
