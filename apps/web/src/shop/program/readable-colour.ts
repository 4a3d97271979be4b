type Channels = [red: number, green: number, blue: number]

/**
 * The nearest darker tone of a hex colour on which white text has the given contrast; the colour itself when it
 * has it already, undefined when it is no hex colour.
 */
export function readableUnderWhite(colour: string | undefined, contrast = 4.5): string | undefined {
  const channels = parse(colour)
  if (!channels) return undefined
  for (let keep = 1; keep >= 0; keep -= 0.02) {
    const tone = channels.map((channel) => Math.round(channel * keep)) as Channels
    if (1.05 / (luminance(tone) + 0.05) >= contrast) return hex(tone)
  }
  return undefined
}

function parse(colour: string | undefined): Channels | undefined {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(colour ?? '')
  const long = short
    ? short.slice(1).map((digit) => digit + digit)
    : /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour ?? '')?.slice(1)
  return long?.map((pair) => Number.parseInt(pair, 16)) as Channels | undefined
}

function hex(channels: Channels): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(channels: Channels): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
