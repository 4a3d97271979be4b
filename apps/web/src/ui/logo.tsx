/** The site's logo: a keel with its ribs, which also forms a V. */
export function LogoMark({ className = '' }: { className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 48 48"
      width="40"
      height="40"
      fill="none"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d="M5 9c3 15 9 26 19 33C34 35 40 24 43 9"
        stroke="var(--copper)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M12.5 9c1.8 11 5 20 11.5 26.5C30.5 29 33.7 20 35.5 9"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <path
        d="M18.5 9c.8 7 2.5 13.5 5.5 18.5C27 22.5 28.7 16 29.5 9"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <path d="M24 6v36" stroke="var(--copper)" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  )
}
