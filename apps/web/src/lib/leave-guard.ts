type Guard = (event: PopStateEvent) => void
let guard: Guard | undefined

/** Called once, before the router listens: only who listens first can keep a step in the history from it. */
export function watchHistory(): void {
  window.addEventListener('popstate', (event) => guard?.(event))
}

/** Lets `next` see every step in the history before the router does; undefined ends it. */
export function setLeaveGuard(next: Guard | undefined): void {
  guard = next
}
