/** Opens a window for a document that is being prepared; null if the browser blocks it. */
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

/**
 * Shows a document in the window and prints it after 2 s. The server sends it as an attachment, which a window would
 * save, so its bytes are fetched first. Returns false if that fails.
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

/** Opens the provider's page of a document in a new tab without `opener`. Returns false if the browser blocks it. */
export function openInNewTab(address: string): boolean {
  if (!/^https?:\/\//.test(address)) return false
  // With the feature "noopener" the browser returns null even if the tab has opened.
  const tab = window.open(address, '_blank')
  if (tab) tab.opener = null
  return tab !== null
}
