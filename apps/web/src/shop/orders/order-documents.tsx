import { FileMinus, FilePlus, FileText, type LucideIcon, ReceiptText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { money } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { type OrderPage, requestDocument } from '../api.ts'
import {
  blockedText,
  type DocumentAnswer,
  type DocumentKind,
  missingLinkText,
  readyText,
  refusalText,
  unreachableText,
  type WantedDocument,
} from './document-messages.ts'
import { closeWindow, openAndPrint, openInNewTab, openWindow, saveFile } from './document-windows.ts'
import styles from './order-documents.module.css'

export interface OrderDocumentsProps {
  order: Pick<OrderPage, 'id' | 'invoiceNumber' | 'notes' | 'currency' | 'confirmedAt'>
  /** The server knows a newer status than the page. */
  onStatus: (status: string) => void
}

interface Paper {
  wanted: WantedDocument
  name: string
  meta: string
  Icon: LucideIcon
}

/** Everything that was issued for an order: its invoice and receipt, and a note for each refund. */
function papersOf({ invoiceNumber, notes, currency, confirmedAt }: OrderDocumentsProps['order']): Paper[] {
  return [
    {
      wanted: { kind: 'invoice' },
      name: 'Invoice',
      meta: invoiceNumber ? `${invoiceNumber}, PDF` : 'PDF',
      Icon: FileText,
    },
    // An invoice may come before the money, a receipt never does.
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
    ...notes.map(({ kind, number, amount }): Paper => {
      const meta = `${number}, ${money(amount, currency)}, PDF`
      return kind === 'credit-note'
        ? { wanted: { kind: 'credit note', number }, name: 'Credit Note', meta, Icon: FileMinus }
        : { wanted: { kind: 'debit note', number }, name: 'Debit Note', meta, Icon: FilePlus }
    }),
  ]
}

/** The documents of an order that were issued, whatever became of it since. */
export function OrderDocuments({ order, onStatus }: OrderDocumentsProps) {
  const [busy, setBusy] = useState<WantedDocument>()
  const [said, setSaid] = useState<Said>()
  const notice = useRef<HTMLDivElement>(null)

  // Brought into view, clear of the toast that says the same at the foot of the window.
  useEffect(() => {
    if (said) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [said])

  function say(tone: Said['tone'], text: string, link?: Said['link']): void {
    setSaid({ tone, text, link })
    if (tone === 'good') notify.success(text)
    else if (tone === 'bad') notify.error(text)
    else notify.info(text)
  }

  async function download(wanted: WantedDocument): Promise<void> {
    const { kind } = wanted
    setBusy(wanted)
    setSaid(undefined)
    // A window opened after waiting would be blocked, so it opens with the click and waits itself.
    const target = kind === 'receipt' ? openWindow() : null
    try {
      const answer = await requestDocument(order.id, wanted)
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
        {papersOf(order).map(({ wanted, name, meta, Icon }) => (
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
      {said ? (
        <div ref={notice} className={styles.said}>
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
        </div>
      ) : null}
    </section>
  )
}

const keyOf = (wanted: WantedDocument): string => ('number' in wanted ? wanted.number : wanted.kind)

interface Said {
  tone: 'good' | 'warn' | 'bad'
  text: string
  link?: string | undefined
}

/** `saved`: as a file, because no window could be opened. `blocked`: only a link is left. `missing`: no link at all. */
type HandedOver = 'given' | 'saved' | 'blocked' | 'missing'

/** The receipt opens and prints; everything else is saved. The provider's page, in a new tab, comes second. */
async function handOver(
  kind: DocumentKind,
  answer: DocumentAnswer,
  target: Window | null,
): Promise<HandedOver> {
  const { downloadUrl, hostedUrl, filename } = answer.document ?? {}
  if (downloadUrl && kind !== 'receipt') {
    saveFile(downloadUrl, filename ?? `${kind}.pdf`)
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
