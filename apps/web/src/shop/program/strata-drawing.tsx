const layers = Array.from({ length: 12 }, (_, index) => index)

/** A drawing of twelve layers, one for each week, with a plant whose root goes through them. */
export function StrataDrawing({
  className,
  crop = 'xMidYMid',
}: {
  className?: string | undefined
  /** The part that stays visible where the frame is flatter than the drawing. */
  crop?: 'xMidYMid' | 'xMidYMin'
}) {
  return (
    <svg
      viewBox="0 0 640 360"
      fill="none"
      aria-hidden="true"
      className={className}
      preserveAspectRatio={`${crop} slice`}
    >
      <rect width="640" height="360" fill="var(--sunk)" />
      {layers.map((layer) => {
        const y = 96 + layer * 22
        const swell = 16 - layer
        return (
          <path
            key={layer}
            d={`M0 ${y}C110 ${y - swell} 200 ${y + swell} 320 ${y}S530 ${y - swell} 640 ${y + swell / 2}`}
            stroke={layer === 0 ? 'var(--ink)' : 'var(--edge)'}
            strokeWidth={layer === 0 ? 1.5 : 1}
            opacity={layer === 0 ? 1 : 0.75}
          />
        )
      })}
      <g stroke="var(--copper)" strokeWidth="2" strokeLinecap="round">
        <path d="M420 96c-4 60 6 96-2 146-5 34-14 60-12 102" />
        <path d="M419 150c-22 20-46 24-62 62-8 20-10 38-26 54" strokeWidth="1.5" />
        <path d="M421 176c24 18 40 34 52 66 8 22 22 36 26 64" strokeWidth="1.5" />
        <path d="M412 270c-16 14-22 32-24 60M417 244c18 16 22 36 24 62" strokeWidth="1" />
        <path d="M357 212c-18 4-34 2-54 14M473 242c18 2 34 2 50 18" strokeWidth="1" />
        <path d="M420 96C420 60 412 40 396 22M420 70c10-16 22-26 40-32M416 50c-12-6-24-8-40-6" />
      </g>
      <circle cx="396" cy="22" r="4" fill="var(--copper)" />
      <circle cx="460" cy="38" r="4" fill="var(--copper)" />
      <circle cx="376" cy="44" r="4" fill="var(--copper)" />
    </svg>
  )
}
