const part = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}$/

/**
 * Checks a key, a relative path of plain names: `invoices/2026/INV-000001.pdf`. No part starts with a dot, so that no key
 * leaves its directory.
 * @throws RangeError
 */
export function demandDocumentKey(key: string): void {
  const parts = key.split('/')
  if (key.length > 512 || !parts.every((each) => part.test(each))) {
    throw new RangeError('A document key is a relative path of letters, digits, dots, dashes and underscores')
  }
}
