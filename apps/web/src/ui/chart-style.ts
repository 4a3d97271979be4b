/** The style of every chart of the staff screen: the site's colors, small figures, no animation. */
export const tick = { fill: 'var(--ink-soft)', fontSize: 12 }
export const axis = { stroke: 'var(--edge)', tick, tickLine: false } as const
export const tooltip = {
  contentStyle: {
    background: 'var(--raised)',
    border: '1px solid var(--rule)',
    borderRadius: 4,
    color: 'var(--ink)',
    fontSize: 13,
  },
  cursor: { fill: 'var(--sunk)' },
  isAnimationActive: false,
} as const

/** Above the bars and in their order. */
export const legend = {
  verticalAlign: 'top',
  align: 'right',
  iconType: 'square',
  height: 28,
  itemSorter: null,
} as const
