/** The widths in pixels of the poster files of the site's own videos; the last is that of the original. */
export const posterWidths = [480, 720, 960, 1280] as const

const own = /^videos\/(?:intro|welcome)(?=\.webp$)/

/** The name of a poster's file in one width; the WebP file of the last width is the original. */
export function posterFile(base: string, width: number, type: 'avif' | 'webp'): string {
  return type === 'webp' && width === posterWidths.at(-1) ? `${base}.webp` : `${base}-${width}.${type}`
}

/**
 * The values of a poster's `srcset`; undefined for a poster that is not the site's own, which has one size.
 * @param address returns the address of a file's name
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
