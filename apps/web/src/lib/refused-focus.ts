import { type RefObject, useEffect, useRef } from 'react'

/**
 * Moves the focus to the first invalid field each time the problems of a form change.
 * @returns the ref of the form
 */
export function useRefusedFocus<Form extends HTMLElement = HTMLFormElement>(
  problems: unknown,
): RefObject<Form | null> {
  const form = useRef<Form>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the problems change
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [problems])
  return form
}
