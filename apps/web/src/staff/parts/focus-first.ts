/** Focuses the first of these elements that is there and can have the focus, after what changed is drawn. */
export function focusFirst(...ids: readonly string[]): void {
  requestAnimationFrame(() =>
    ids
      .map((id) => document.getElementById(id))
      .find((element) => element !== null && !element.matches(':disabled'))
      ?.focus(),
  )
}
