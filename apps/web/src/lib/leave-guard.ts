type Guard = (event: PopStateEvent) => void
let guard: Guard | undefined

/** Called once, before the router adds its listener: only the first listener can stop a popstate event. */
export function watchHistory(): void {
  window.addEventListener('popstate', (event) => guard?.(event))
}

/** Calls `next` for every popstate event before the router's listener; undefined removes it. */
export function setLeaveGuard(next: Guard | undefined): void {
  guard = next
}
