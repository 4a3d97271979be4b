/** Keys derived from SESSION_SECRET, one per purpose, so that no two uses share one. */
export abstract class Keys {
  /**
   * 32 bytes each. The first is for what is written now and stays the same for as long as the secret does. The others
   * belong to earlier secrets that are still given, newest first: what was written under any of them is accepted.
   */
  abstract derive(purpose: string): DerivedKey
}

export type DerivedKey = readonly [Buffer, ...Buffer[]]
