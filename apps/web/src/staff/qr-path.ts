import { encode } from 'uqr'

/**
 * A QR code as the path of an SVG, one unit a module, with the margin of four modules that scanners need.
 * @returns `size`: width and height of the drawing in units
 */
export function qrPath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return { size, path }
}
