import { expect, type Locator, type Page } from '@playwright/test'

/** Each input shows or hides what is typed and is known to password managers and keyboards by what it holds. */
export async function expectInputs(
  within: Page | Locator,
  inputs: readonly (readonly [label: string | RegExp, type: string, autocomplete: string])[],
): Promise<void> {
  for (const [label, type, autocomplete] of inputs) {
    const input = within.getByLabel(label, { exact: true })
    await expect(input).toHaveJSProperty('type', type)
    await expect(input).toHaveJSProperty('autocomplete', autocomplete)
  }
}
