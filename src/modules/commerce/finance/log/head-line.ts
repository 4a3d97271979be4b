/** A head of the log with a signature that the database alone cannot make. */
export interface SignedHead {
  position: number
  /** Hex. */
  hash: string
  signedAt: Date
  /** Base64url, Ed25519 over `textOf`. */
  signature: string
}

/** The signed text, one line; the offline verifier builds the same. */
export const textOf = ({ position, hash, signedAt }: Omit<SignedHead, 'signature'>): string =>
  `veralead-head ${position} ${hash} ${signedAt.toISOString()}`

/** The whole line that is logged and mailed. */
export const lineOf = (head: SignedHead): string => `${textOf(head)} ${head.signature}`

/** The head of such a line; null for any other text. */
export function headOf(line: string): SignedHead | null {
  const [name, position, hash, at, signature] = line.trim().split(/\s+/)
  const signedAt = new Date(at ?? '')
  if (name !== 'veralead-head' || !/^\d{1,15}$/.test(position ?? '') || !/^[0-9a-f]{64}$/.test(hash ?? ''))
    return null
  if (Number.isNaN(signedAt.getTime()) || signature === undefined) return null
  return { position: Number(position), hash: hash ?? '', signedAt, signature }
}
