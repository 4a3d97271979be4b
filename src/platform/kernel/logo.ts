/** The logo of the site, a keel with its ribs, as strokes in a square of `logoSize`; the client draws the same in `logo.tsx`. */
export const logoSize = 48

export const logoStrokes = [
  { d: 'M5 9c3 15 9 26 19 33C34 35 40 24 43 9', width: 3, tone: 'copper' },
  { d: 'M12.5 9c1.8 11 5 20 11.5 26.5C30.5 29 33.7 20 35.5 9', width: 1.5, tone: 'ink' },
  { d: 'M18.5 9c.8 7 2.5 13.5 5.5 18.5C27 22.5 28.7 16 29.5 9', width: 1.5, tone: 'ink' },
  { d: 'M24 6v36', width: 1.5, tone: 'copper' },
] as const
