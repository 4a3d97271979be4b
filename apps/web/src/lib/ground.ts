import { type Colour, contrastOf, hexOf, mixed, parseColour, readableTone } from './colour.ts'
import { type ContentDeclaration, useContentClass } from './content-style.tsx'

type Rgb = Colour['rgb']
type Tone = 'light' | 'dark'

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]
/** The colors of `tokens.css` for text and shapes on a background, in each color scheme. */
const schemes = {
  light: {
    paper: [250, 247, 242],
    text: { '--ink': '#292929', '--ink-soft': '#5f5a54', '--copper-deep': '#a8520f', '--bad': '#a3301c' },
    shapes: { '--copper': '#c06014', '--edge': '#8a8178' },
    action: '#a8520f',
    pole: black,
  },
  dark: {
    paper: [28, 26, 24],
    text: { '--ink': '#f4efe7', '--ink-soft': '#b8b0a6', '--copper-deep': '#e09a5e', '--bad': '#f09a85' },
    shapes: { '--copper': '#cc7f42', '--edge': '#857c72' },
    action: '#d98a4a',
    pole: white,
  },
} as const
const textContrast = 4.5
const shapeContrast = 3
/** Below this contrast a button is not recognizable against its background. */
const buttonContrast = 2

export interface Ground {
  /** The color scheme of the text on it; undefined if it is the page's. */
  tone?: Tone
  declaration: ContentDeclaration
}

/**
 * The colors that make text readable on the given background in both color schemes: the scheme whose text color fits,
 * and for each color the nearest one with enough contrast. If no text color has enough contrast everywhere on a gradient,
 * some of its stops are lightened or darkened. Undefined for a transparent background.
 */
export function groundOf(background: string | undefined): Ground | undefined {
  const stops = stopsOf(background)
  if (!background || stops.length === 0 || stops.every(({ alpha }) => alpha === 0)) return undefined
  if (stops.some(({ alpha }) => alpha < 1) && isReadableInBoth(stops))
    return { declaration: { '--ground': background } }
  const solid = stops.map((stop) => over(stop, schemes.light.paper))
  const tone = toneFor(solid)
  const scheme = schemes[tone]
  const moved = solid.map((stop) =>
    readableTone(stop, [scheme.pole], tone === 'light' ? white : black, textContrast),
  )
  const between = samples(moved)
  const declaration: Record<string, string> = { '--ground': replaced(background, moved) }
  for (const [token, usual] of Object.entries(scheme.text))
    declaration[token] = nearest(usual, between, scheme.pole, textContrast)
  for (const [token, usual] of Object.entries(scheme.shapes))
    declaration[token] = nearest(usual, between, scheme.pole, shapeContrast)
  if (between.some((stop) => contrastOf(stop, parsed(scheme.action)) < buttonContrast)) {
    declaration['--action'] = hexOf(scheme.pole)
    declaration['--on-action'] = tone === 'light' ? '#ffffff' : '#1c1208'
  }
  return { tone, declaration }
}

/** Class and attribute of an element with a background from content; an empty class without one. */
export function useGround(background: string | undefined): {
  className: string
  'data-ground'?: Tone | 'page'
} {
  const ground = groundOf(background)
  const className = useContentClass(ground?.declaration)
  return ground ? { className, 'data-ground': ground.tone ?? 'page' } : { className }
}

const colourText =
  /#[\da-f]{3,8}|(?:rgb|hsl)a?\([^)]*\)|\b(?!(?:linear|radial|to|top|bottom|left|right|circle|ellipse|deg)\b)[a-z]{3,22}\b(?!\()/gi

/** The colors of a background: one, or those of a gradient. Empty if one of them cannot be parsed. */
function stopsOf(background: string | undefined): Colour[] {
  const texts = background?.match(colourText) ?? []
  const stops = texts.map((text) => parseColour(text))
  return stops.every((stop) => stop !== undefined) ? stops : []
}

function replaced(background: string, stops: readonly Rgb[]): string {
  let index = 0
  return background.replace(colourText, () => hexOf(stops[index++] ?? white))
}

function over({ rgb, alpha }: Colour, paper: Rgb): Rgb {
  return mixed(paper, rgb, alpha)
}

/** Whether the page's text is readable on a transparent background in both schemes; then it stays transparent. */
function isReadableInBoth(stops: readonly Colour[]): boolean {
  return Object.values(schemes).every(({ paper, text }) => {
    const between = samples(stops.map((stop) => over(stop, paper)))
    return Object.values(text).every((ink) =>
      between.every((ground) => contrastOf(parsed(ink), ground) >= textContrast),
    )
  })
}

/** The scheme whose text color has the higher minimum contrast. */
function toneFor(stops: readonly Rgb[]): Tone {
  const worst = (pole: Rgb): number => Math.min(...samples(stops).map((stop) => contrastOf(stop, pole)))
  return worst(black) >= worst(white) ? 'light' : 'dark'
}

/** The stops of a gradient, and three colors between each two neighbours. */
function samples(stops: readonly Rgb[]): Rgb[] {
  return stops.flatMap((stop, index) => {
    const next = stops[index + 1]
    return next ? [stop, mixed(stop, next, 0.25), mixed(stop, next, 0.5), mixed(stop, next, 0.75)] : [stop]
  })
}

function nearest(usual: string, grounds: readonly Rgb[], pole: Rgb, contrast: number): string {
  return hexOf(readableTone(parsed(usual), grounds, pole, contrast))
}

function parsed(hex: string): Rgb {
  return parseColour(hex)?.rgb ?? black
}
