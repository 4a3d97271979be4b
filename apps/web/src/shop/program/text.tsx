import type { Text } from '#modules/content/contract.ts'

/** The plain text of a content text, which is stored plain or with a font weight. */
export function words(text: Text | undefined): string {
  return typeof text === 'string' ? text : (text?.value ?? '')
}

/** A content text in its font weight. */
export function Words({ text }: { text: Text | undefined }) {
  const weight = typeof text === 'object' ? text.format : undefined
  return weight && weight !== 'normal' ? (
    <span className={`weight-${weight}`}>{words(text)}</span>
  ) : (
    words(text)
  )
}
