/** Keys derived from SESSION_SECRET, one per purpose, so that no two uses share one. */
export abstract class Keys {
  /** 32 bytes, the same for the same purpose for as long as the secret stays. */
  abstract derive(purpose: string): Buffer
}
