import type { Text } from '#modules/content/contract.ts'

/** The words of a content text, plain or with a weight. */
export function words(text: Text | undefined): string {
  return typeof text === 'string' ? text : (text?.value ?? '')
}

/** A content text in its weight. */
export function Words({ text }: { text: Text | undefined }) {
  const weight = typeof text === 'object' ? text.format : undefined
  return weight && weight !== 'normal' ? (
    <span className={`weight-${weight}`}>{words(text)}</span>
  ) : (
    words(text)
  )
}
