import { type RefObject, useEffect, useRef } from 'react'

/**
 * The focus goes to the first refused field each time the problems of a form change.
 * @returns the ref of the form
 */
export function useRefusedFocus(problems: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the problems say when, the form says where
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [problems])
  return form
}
