/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
export interface Colour {
  rgb: readonly [red: number, green: number, blue: number]
  alpha: number
}

/** Returns the hex form of a named color such as `teal`; undefined for an unknown name. */
type NameReader = (name: string) => string | undefined

let hexOfName: NameReader = namedByBrowser

/** Replaces the browser's table of color names, which the server does not have. */
export function readNamesFrom(reader: NameReader): void {
  hexOfName = reader
}

function namedByBrowser(name: string): string | undefined {
  if (!CSS.supports('color', name)) return undefined
  const canvas = document.createElement('canvas').getContext('2d')
  if (!canvas) return undefined
  canvas.fillStyle = name
  return canvas.fillStyle
}

/** Parses a color of the content: hex, rgb(a), hsl(a) or a name. Undefined for `currentColor` and unknown names. */
export function parseColour(text: string | undefined): Colour | undefined {
  const value = text?.trim().toLowerCase() ?? ''
  if (value.startsWith('#')) return fromHex(value.slice(1))
  const [, kind, list] = /^(rgb|hsl)a?\((.*)\)$/.exec(value) ?? []
  if (kind && list) return fromFunction(kind, list.split(/[\s,/]+/).filter(Boolean))
  if (value === 'transparent') return { rgb: [0, 0, 0], alpha: 0 }
  if (!/^[a-z]{3,22}$/.test(value) || value === 'currentcolor') return undefined
  const named = hexOfName(value)
  return named?.startsWith('#') ? fromHex(named.slice(1)) : undefined
}

function fromHex(digits: string): Colour | undefined {
  const long = digits.length < 5 ? [...digits].map((digit) => digit + digit).join('') : digits
  if (!/^(?:[\da-f]{6}|[\da-f]{8})$/.test(long)) return undefined
  const [red = 0, green = 0, blue = 0, alpha = 255] = (long.match(/../g) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  )
  return { rgb: [red, green, blue], alpha: alpha / 255 }
}

function fromFunction(kind: string, parts: string[]): Colour | undefined {
  if (parts.length < 3) return undefined
  const numbers = parts.map((part) => Number.parseFloat(part))
  if (numbers.some(Number.isNaN)) return undefined
  const [first = 0, second = 0, third = 0, fourth = 1] = numbers
  const alpha = limited(parts[3]?.endsWith('%') ? fourth / 100 : fourth, 1)
  if (kind === 'hsl')
    return { rgb: fromHue(first, limited(second, 100) / 100, limited(third, 100) / 100), alpha }
  const scale = (at: number, value: number): number =>
    limited(Math.round(parts[at]?.endsWith('%') ? value * 2.55 : value), 255)
  return { rgb: [scale(0, first), scale(1, second), scale(2, third)], alpha }
}

/** Hue in degrees, saturation and lightness from 0 to 1. */
function fromHue(hue: number, saturation: number, lightness: number): Colour['rgb'] {
  const spread = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number): number => {
    const at = (((offset + hue / 30) % 12) + 12) % 12
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

function limited(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most)
}

export function hexOf(rgb: Colour['rgb']): string {
  return `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** The color between `from` and `to`, at `share` (0 to 1) of the distance. */
export function mixed(from: Colour['rgb'], to: Colour['rgb'], share: number): Colour['rgb'] {
  const at = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * share)
  return [at(0), at(1), at(2)]
}

/** Relative luminance as WCAG 2.2 defines it, 0 to 1. */
function luminance(rgb: Colour['rgb']): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colors as WCAG 2.2 defines it, 1 to 21. */
export function contrastOf(one: Colour['rgb'], other: Colour['rgb']): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/**
 * The color nearest to `colour`, between `colour` and `pole`, that has `contrast` against each of `grounds`; `pole`
 * itself if none has.
 */
export function readableTone(
  colour: Colour['rgb'],
  grounds: readonly Colour['rgb'][],
  pole: Colour['rgb'],
  contrast: number,
): Colour['rgb'] {
  for (let share = 0; share < 1; share += 0.02) {
    const tone = mixed(colour, pole, share)
    if (grounds.every((ground) => contrastOf(tone, ground) >= contrast)) return tone
  }
  return pole
}

/**
 * The nearest darker color on which white text has the given contrast; the color itself if it already has, undefined
 * if the text is not a color.
 */
export function readableUnderWhite(colour: string | undefined, contrast = 4.5): string | undefined {
  const parsed = parseColour(colour)
  return parsed && hexOf(readableTone(parsed.rgb, [[255, 255, 255]], [0, 0, 0], contrast))
}
