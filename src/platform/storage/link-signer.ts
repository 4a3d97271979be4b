/** Links that contain their own permission: an HMAC over path, claims and expiry. */
export abstract class LinkSigner {
  /** The absolute URL (from PUBLIC_URL) of `path` with `claims`, expiry and signature as query. */
  abstract sign(path: string, claims: Record<string, string>, expiresAt: Date): string
  /** The claims when the signature is right and not expired, else null. `query` is the request's parsed query. */
  abstract verify(path: string, query: Record<string, unknown>): Record<string, string> | null
}
