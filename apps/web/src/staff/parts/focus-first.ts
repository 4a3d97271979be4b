/** Focuses the first of these elements that exists and is enabled, after the next render. */
export function focusFirst(...ids: readonly string[]): void {
  requestAnimationFrame(() =>
    ids
      .map((id) => document.getElementById(id))
      .find((element) => element !== null && !element.matches(':disabled'))
      ?.focus(),
  )
}
