/** A window for a document on its way; null where the browser opens none. */
export function openWindow(): Window | null {
  const target = window.open('', '_blank', 'width=900,height=1000')
  if (target) {
    target.document.title = 'Preparing your receipt...'
    target.document.body.textContent = 'Preparing your receipt...'
  }
  return target
}

export function closeWindow(target: Window | null): void {
  if (target && !target.closed) target.close()
}

/** Saves what a link of this site leads to. */
export function saveFile(address: string, filename: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
}

/**
 * Shows a document in the window and prints it after 2 s. The link answers with an attachment, which a window
 * would save rather than show, so its bytes are fetched first. False when that is not possible.
 */
export async function openAndPrint(target: Window | null, address: string): Promise<boolean> {
  if (!target || target.closed) return false
  try {
    const response = await fetch(address, { credentials: 'same-origin' })
    if (!response.ok) return false
    const type = response.headers.get('content-type')?.split(';')[0] ?? 'application/pdf'
    const shown = URL.createObjectURL(new Blob([await response.arrayBuffer()], { type }))
    target.location.replace(shown)
    setTimeout(() => {
      if (!target.closed) target.print()
    }, 2_000)
    setTimeout(() => URL.revokeObjectURL(shown), 60_000)
    return true
  } catch {
    return false
  }
}

/** The provider's own page of a document, in a tab of its own that cannot reach back; false where the browser opens none. */
export function openInNewTab(address: string): boolean {
  if (!/^https?:\/\//.test(address)) return false
  // With "noopener" among the features the browser answers null even when the tab is there.
  const tab = window.open(address, '_blank')
  if (tab) tab.opener = null
  return tab !== null
}
