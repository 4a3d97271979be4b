/** Calls `work` once the next frame is on the screen. */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work))
}

let opening: Promise<void> | undefined

/** Called before a rendered page is shown: until it is painted, its requests wait. */
export function holdRequests(): void {
  // A hidden window paints nothing.
  if (document.hidden) return
  opening ??= new Promise<void>(afterPaint).then(() => {
    opening = undefined
  })
}

/** Undefined if nothing is to be waited for. */
export function paintOfOpenedPage(): Promise<void> | undefined {
  return opening
}
