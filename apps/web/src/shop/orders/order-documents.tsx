import { FileMinus, FilePlus, FileText, type LucideIcon, ReceiptText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { money } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { type OrderPage, requestDocument } from '../api.ts'
import {
  blockedText,
  type DocumentAnswer,
  type DocumentKind,
  type DocumentRequest,
  missingLinkText,
  readyText,
  refusalText,
  unreachableText,
} from './document-messages.ts'
import styles from './order-documents.module.css'

export interface OrderDocumentsProps {
  order: Pick<OrderPage, 'id' | 'invoiceNumber' | 'notes' | 'currency' | 'confirmedAt'>
  /** Called if the server answers with a newer status than the page's. */
  onStatus: (status: string) => void
}

interface OrderDocument {
  wanted: DocumentRequest
  name: string
  meta: string
  Icon: LucideIcon
}

/** The documents of an order: its invoice and receipt, and a note for each refund. */
function documentsOf({
  invoiceNumber,
  notes,
  currency,
  confirmedAt,
}: OrderDocumentsProps['order']): OrderDocument[] {
  return [
    {
      wanted: { kind: 'invoice' },
      name: 'Invoice',
      meta: invoiceNumber ? `${invoiceNumber}, PDF` : 'PDF',
      Icon: FileText,
    },
    // An invoice may be issued before the payment, a receipt never is.
    ...(confirmedAt === null
      ? []
      : [
          {
            wanted: { kind: 'receipt' as const },
            name: 'Receipt',
            meta: 'PDF, opens to print',
            Icon: ReceiptText,
          },
        ]),
    ...notes.map(({ kind, number, amount }): OrderDocument => {
      const meta = `${number}, ${money(amount, currency)}, PDF`
      return kind === 'credit-note'
        ? { wanted: { kind: 'credit note', number }, name: 'Credit Note', meta, Icon: FileMinus }
        : { wanted: { kind: 'debit note', number }, name: 'Debit Note', meta, Icon: FilePlus }
    }),
  ]
}

/** The issued documents of an order in any state, with buttons to download them. */
export function OrderDocuments({ order, onStatus }: OrderDocumentsProps) {
  const [busy, setBusy] = useState<DocumentRequest>()
  const [message, setMessage] = useState<Message>()
  const notice = useRef<HTMLDivElement>(null)

  // Scrolled into view, so that the toast with the same text at the bottom of the window does not cover it.
  useEffect(() => {
    if (message) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [message])

  function show(tone: Message['tone'], text: string, link?: Message['link']): void {
    setMessage({ tone, text, link })
    if (tone === 'good') notify.success(text)
    else if (tone === 'bad') notify.error(text)
    else notify.info(text)
  }

  async function download(wanted: DocumentRequest): Promise<void> {
    const { kind } = wanted
    setBusy(wanted)
    setMessage(undefined)
    // Browsers block a window that opens after a request, so it opens at the click, before the document is ready.
    const target = kind === 'receipt' ? openWindow() : null
    try {
      const answer = await requestDocument(order.id, wanted)
      if (answer.success === false) {
        closeWindow(target)
        if (answer.orderStatus) onStatus(answer.orderStatus)
        show('bad', refusalText(kind, answer))
        return
      }
      const delivery = await deliver(kind, answer, target)
      if (delivery === 'delivered') show('good', readyText(kind, answer))
      else if (delivery === 'missing') show('bad', missingLinkText(kind))
      else show('warn', blockedText(kind, delivery === 'saved'), linkOf(answer))
    } catch {
      closeWindow(target)
      show('bad', unreachableText(kind))
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <section aria-labelledby="documents-heading" className={styles.section}>
      <h2 id="documents-heading">Documents</h2>
      <ul className={styles.documents}>
        {documentsOf(order).map(({ wanted, name, meta, Icon }) => (
          <li key={keyOf(wanted)}>
            <Icon aria-hidden="true" strokeWidth={1.5} />
            <div>
              <p className={styles.name}>{name}</p>
              <p className={styles.meta}>{meta}</p>
            </div>
            <Button
              variant="secondary"
              size="small"
              busy={busy !== undefined && keyOf(busy) === keyOf(wanted)}
              busyText={`Preparing ${wanted.kind}...`}
              disabled={busy !== undefined}
              onClick={() => void download(wanted)}
            >
              Download {name}
              {'number' in wanted ? <span className="visually-hidden"> {wanted.number}</span> : null}
            </Button>
          </li>
        ))}
      </ul>
      {message ? (
        <div ref={notice} className={styles.message}>
          <Notice tone={message.tone} announce>
            <p>
              {message.text}{' '}
              {message.link ? (
                <a href={message.link} target="_blank" rel="noopener noreferrer">
                  Open it in a new tab
                </a>
              ) : null}
            </p>
          </Notice>
        </div>
      ) : null}
    </section>
  )
}

const keyOf = (wanted: DocumentRequest): string => ('number' in wanted ? wanted.number : wanted.kind)

interface Message {
  tone: 'good' | 'warn' | 'bad'
  text: string
  link?: string | undefined
}

/** `saved`: as a file, because the window was blocked. `blocked`: the page shows a link instead. `missing`: there is no link. */
type Delivery = 'delivered' | 'saved' | 'blocked' | 'missing'

/** Opens and prints a receipt, saves other documents. Second choice: the payment provider's page in a new tab. */
async function deliver(kind: DocumentKind, answer: DocumentAnswer, target: Window | null): Promise<Delivery> {
  const { downloadUrl, hostedUrl, filename } = answer.document ?? {}
  if (downloadUrl && kind !== 'receipt') {
    saveFile(downloadUrl, filename ?? `${kind}.pdf`)
    return 'delivered'
  }
  if (downloadUrl && (await openAndPrint(target, downloadUrl))) return 'delivered'
  closeWindow(target)
  if (hostedUrl && openInNewTab(hostedUrl)) return 'delivered'
  if (downloadUrl) {
    saveFile(downloadUrl, filename ?? 'receipt.pdf')
    return 'saved'
  }
  return hostedUrl ? 'blocked' : 'missing'
}

function linkOf({ document }: DocumentAnswer): string | undefined {
  return document?.hostedUrl ?? document?.downloadUrl
}

/** Opens a window for a document that is being prepared; null if the browser blocks it. */
function openWindow(): Window | null {
  const target = window.open('', '_blank', 'width=900,height=1000')
  if (target) {
    target.document.title = 'Preparing your receipt...'
    target.document.body.textContent = 'Preparing your receipt...'
  }
  return target
}

function closeWindow(target: Window | null): void {
  if (target && !target.closed) target.close()
}

/**
 * Shows a document in the window and prints it after 2 s. The server sends it as an attachment, which a window would
 * save, so its bytes are fetched first. Returns false if that fails.
 */
async function openAndPrint(target: Window | null, address: string): Promise<boolean> {
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
function openInNewTab(address: string): boolean {
  if (!/^https?:\/\//.test(address)) return false
  // With the feature "noopener" the browser returns null even if the tab has opened.
  const tab = window.open(address, '_blank')
  if (tab) tab.opener = null
  return tab !== null
}
