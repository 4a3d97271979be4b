/** Invoices, receipts and uploads: on disk below DATA_DIR, or in S3. */
export abstract class Documents {
  /** Stores the bytes under `key` (`invoices/2026/INV-000001.pdf`); a second put of the same key replaces it. */
  abstract put(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** The bytes, or null when nothing is stored under the key. */
  abstract get(key: string): Promise<Buffer | null>
  /** Deletes the bytes for good; does nothing when there are none. */
  abstract delete(key: string): Promise<void>
}
