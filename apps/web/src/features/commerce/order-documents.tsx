import { FileText, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { requestDocument } from './api.ts'
import {
  blockedText,
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
  invoiceNumber: string | null
  /** The server knows a newer status than the page. */
  onStatus: (status: string) => void
}

const papers = [
  { kind: 'invoice', name: 'Invoice', Icon: FileText },
  { kind: 'receipt', name: 'Receipt', Icon: ReceiptText },
] as const

/** Invoice and receipt of a completed order. */
export function OrderDocuments({ orderId, invoiceNumber, onStatus }: OrderDocumentsProps) {
  const [busy, setBusy] = useState<DocumentKind>()
  const [said, setSaid] = useState<Said>()

  function say(tone: Said['tone'], text: string, link?: Said['link']): void {
    setSaid({ tone, text, link })
    if (tone === 'good') notify.success(text)
    else if (tone === 'bad') notify.error(text)
    else notify.info(text)
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
        return
      }
      const how = await handOver(kind, answer, target)
      if (how === 'given') say('good', readyText(kind, answer))
      else if (how === 'missing') say('bad', missingLinkText(kind))
      else say('warn', blockedText(kind, how === 'saved'), linkOf(answer))
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
      <ul className={styles.papers}>
        {papers.map(({ kind, name, Icon }) => (
          <li key={kind}>
            <Icon aria-hidden="true" strokeWidth={1.5} />
            <div>
              <p className={styles.name}>{name}</p>
              <p className={styles.meta}>
                {kind === 'invoice' && invoiceNumber ? `${invoiceNumber}, PDF` : 'PDF, opens to print'}
              </p>
            </div>
            <Button
              variant="secondary"
              size="small"
              busy={busy === kind}
              busyText={`Preparing ${kind}...`}
              disabled={busy !== undefined}
              onClick={() => void download(kind)}
            >
              Download {name}
            </Button>
          </li>
        ))}
      </ul>
      {said ? (
        <Notice tone={said.tone} announce>
          <p>
            {said.text}{' '}
            {said.link ? (
              <a href={said.link} target="_blank" rel="noopener noreferrer">
                Open it in a new tab
              </a>
            ) : null}
          </p>
        </Notice>
      ) : null}
    </section>
  )
}

interface Said {
  tone: 'good' | 'warn' | 'bad'
  text: string
  link?: string | undefined
}

/** `saved`: as a file, because no window could be opened. `blocked`: only a link is left. `missing`: no link at all. */
type HandedOver = 'given' | 'saved' | 'blocked' | 'missing'

/** The invoice is saved; the receipt opens and prints. The provider's page, in a new tab, comes second. */
async function handOver(
  kind: DocumentKind,
  answer: DocumentAnswer,
  target: Window | null,
): Promise<HandedOver> {
  const { downloadUrl, hostedUrl, filename } = answer.document ?? {}
  if (downloadUrl && kind === 'invoice') {
    saveFile(downloadUrl, filename ?? 'invoice.pdf')
    return 'given'
  }
  if (downloadUrl && (await openAndPrint(target, downloadUrl))) return 'given'
  closeWindow(target)
  if (hostedUrl && openInNewTab(hostedUrl)) return 'given'
  if (downloadUrl) {
    saveFile(downloadUrl, filename ?? 'receipt.pdf')
    return 'saved'
  }
  return hostedUrl ? 'blocked' : 'missing'
}

function linkOf({ document }: DocumentAnswer): string | undefined {
  return document?.hostedUrl ?? document?.downloadUrl
}
