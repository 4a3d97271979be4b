import { type RefObject, useEffect, useLayoutEffect } from 'react'

/** Colours that an editor may choose, by the custom properties that use them. */
export type Tints = Record<string, string | undefined>

const useBeforePaint = typeof window === 'undefined' ? useEffect : useLayoutEffect

/**
 * Sets the editor's colours on the element where they differ from the built-in ones. It uses the CSS object
 * model, which the site's policy allows. Only shapes use them: text keeps its tested colors.
 */
export function useTints(element: RefObject<HTMLElement | null>, tints: Tints, builtIn: Tints): void {
  const key = JSON.stringify([tints, builtIn])
  useBeforePaint(() => {
    const target = element.current
    if (!target) return
    const [given, defaults] = JSON.parse(key) as [Tints, Tints]
    for (const [property, colour] of Object.entries(changedTints(given, defaults))) {
      target.style.setProperty(property, colour)
    }
    return () => {
      for (const property of Object.keys(given)) target.style.removeProperty(property)
    }
  }, [element, key])
}

/** The properties with a valid colour that is not the built-in one. */
export function changedTints(tints: Tints, builtIn: Tints): Record<string, string> {
  const changed: Record<string, string> = {}
  for (const [property, colour] of Object.entries(tints)) {
    if (!colour || colour.toLowerCase() === builtIn[property]?.toLowerCase()) continue
    if (/^(#[\da-f]{3,8}|[a-z]{3,22}|(rgb|hsl)a?\([\d\s.,%/+-]+\))$/i.test(colour)) changed[property] = colour
  }
  return changed
}
