declare module 'subset-font' {
  /** A font with its axes at these values, in another format. */
  export default function subsetFont(
    font: Buffer,
    text: undefined,
    options: { keepAllGlyphs: true; variationAxes: Record<string, number>; targetFormat: 'truetype' },
  ): Promise<Buffer>
}
