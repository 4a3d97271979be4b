/** Keys derived from SESSION_SECRET, one per purpose, so that no two uses share one. */
export abstract class Keys {
  /**
   * 32 bytes each. The first is for new values and stays the same as long as the secret does. The others belong to earlier
   * secrets that are still configured, newest first: values made under any of them are accepted.
   */
  abstract derive(purpose: string): DerivedKey
}

export type DerivedKey = readonly [Buffer, ...Buffer[]]
