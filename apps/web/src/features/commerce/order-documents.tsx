import { FileText, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { requestDocument } from './api.ts'
import {
  type DocumentAnswer,
  type DocumentKind,
  missingLinkText,
  readyText,
  refusalText,
  unreachableText,
} from './document-messages.ts'
import { closeWindow, openAndPrint, openInNewTab, openWindow, saveFile } from './document-windows.ts'
import styles from './order-documents.module.css'

export interface OrderDocumentsProps {
  orderId: string
  /** The server knows a newer status than the page. */
  onStatus: (status: string) => void
}

/** Invoice and receipt of a completed order. */
export function OrderDocuments({ orderId, onStatus }: OrderDocumentsProps) {
  const [busy, setBusy] = useState<DocumentKind>()
  const [said, setSaid] = useState<{ tone: 'good' | 'bad'; text: string }>()

  function say(tone: 'good' | 'bad', text: string): void {
    setSaid({ tone, text })
    if (tone === 'good') notify.success(text)
    else notify.error(text)
  }

  async function download(kind: DocumentKind): Promise<void> {
    setBusy(kind)
    setSaid(undefined)
    // A window opened after waiting would be blocked, so it opens with the click and waits itself.
    const target = kind === 'receipt' ? openWindow() : null
    try {
      const answer = await requestDocument(orderId, kind)
      if (answer.success === false) {
        closeWindow(target)
        if (answer.orderStatus) onStatus(answer.orderStatus)
        say('bad', refusalText(kind, answer))
      } else if (await handOver(kind, answer, target)) {
        say('good', readyText(kind, answer))
      } else {
        closeWindow(target)
        say('bad', missingLinkText(kind))
      }
    } catch {
      closeWindow(target)
      say('bad', unreachableText(kind))
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <section aria-labelledby="documents-heading" className={styles.section}>
      <h2 id="documents-heading">Documents</h2>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          icon={<FileText aria-hidden="true" />}
          busy={busy === 'invoice'}
          busyText="Preparing invoice..."
          disabled={busy !== undefined}
          onClick={() => void download('invoice')}
        >
          Download Invoice
        </Button>
        <Button
          variant="secondary"
          icon={<ReceiptText aria-hidden="true" />}
          busy={busy === 'receipt'}
          busyText="Preparing receipt..."
          disabled={busy !== undefined}
          onClick={() => void download('receipt')}
        >
          Download Receipt
        </Button>
      </div>
      {said ? (
        <Notice tone={said.tone} announce>
          <p>{said.text}</p>
        </Notice>
      ) : null}
    </section>
  )
}

/** The invoice is saved; the receipt opens and prints. False when the answer has no link at all. */
async function handOver(kind: DocumentKind, answer: DocumentAnswer, target: Window | null): Promise<boolean> {
  const { downloadUrl, hostedUrl, filename } = answer.document ?? {}
  if (downloadUrl && kind === 'invoice') {
    saveFile(downloadUrl, filename ?? 'invoice.pdf')
    return true
  }
  if (downloadUrl) {
    if (await openAndPrint(target, downloadUrl)) return true
    if (!hostedUrl) {
      closeWindow(target)
      saveFile(downloadUrl, filename ?? 'receipt.pdf')
      return true
    }
  }
  if (!hostedUrl) return false
  openInNewTab(hostedUrl, target)
  return true
}
