import { useEffect } from 'react'

let locks = 0

/** Prevents the page from scrolling while `active`; several locks may overlap. */
export function useScrollLock(active: boolean): void {
  useEffect(() => {
    if (!active) return
    locks += 1
    document.body.setAttribute('data-scroll-locked', '')
    return () => {
      locks -= 1
      if (locks === 0) document.body.removeAttribute('data-scroll-locked')
    }
  }, [active])
}
