/** Downloads the file at an address of this site. */
export function saveFile(address: string, filename: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
}

/** Downloads a file that the browser has already. */
export function saveBlob(file: Blob, filename: string): void {
  const address = URL.createObjectURL(file)
  saveFile(address, filename)
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Downloads a value as a JSON file. */
export const saveJson = (value: unknown, filename: string): void =>
  saveBlob(new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' }), filename)
