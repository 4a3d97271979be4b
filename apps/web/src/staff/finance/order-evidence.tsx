import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { orderEvidence, orderReadings } from '#modules/commerce/finance/search/contract-evidence.ts'
import { useAnswer } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { Badge } from '../../ui/surface.tsx'
import { useStaffMember } from '../frame/staff-member.ts'
import layout from '../parts/layout.module.css'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { actorWords } from './event-texts.ts'
import finance from './finance.module.css'
import { mailDetails, mailKind, mailState, type OrderMail } from './mail-words.ts'
import { ledgerMoment } from './moments.ts'
import type { Evidence } from './order-answers.ts'
import { SendAgain } from './send-again.tsx'
import { TaxEvidence } from './tax-evidence.tsx'
import { inboxWord } from './words.ts'

const documentNames: Record<string, string> = {
  invoice: 'Invoice',
  receipt: 'Receipt',
  'credit-note': 'Credit note',
  'debit-note': 'Debit note',
}
const readingNames: Record<string, string> = {
  events: 'events',
  state: 'states',
  evidence: 'related records',
  document: 'a document',
  webhook: 'a webhook with its body',
}

interface OrderEvidenceProps {
  id: string
  version: number
  /** The names of the people who acted, by their ids. */
  actors: ReadonlyMap<string, string>
}

/** The records around an order's events: documents, mails, webhooks, requests, and for an owner who read the order. */
export function OrderEvidence({ id, version, actors }: OrderEvidenceProps) {
  const owner = useStaffMember().role === 'owner'
  const query = useAnswer<typeof orderEvidence>('/api/finance/orders/:id/evidence', { params: { id } })
  const { refetch } = query
  const [read, setRead] = useState(version)
  useEffect(() => {
    if (read === version) return
    setRead(version)
    void refetch()
  }, [read, version, refetch])
  const found = query.data
  return (
    <section aria-labelledby="evidence-heading" className={layout.stack}>
      <h3 id="evidence-heading" className={layout.heading}>
        Related records
      </h3>
      {query.isError ? (
        <Trouble what="The related records" failure={query.error} onRetry={() => void query.refetch()} />
      ) : found === undefined ? (
        <SkeletonLines what="the related records" lines={4} />
      ) : (
        <>
          <Documents documents={found.documents} />
          {found.tax ? <TaxEvidence tax={found.tax} /> : null}
          <div className={finance.pair}>
            <Lines
              title="Webhooks"
              none="None was received."
              lines={found.webhooks.map((event) => ({
                key: event.id,
                what: event.type,
                aside: inboxWord(event.status).label,
                when: ledgerMoment(event.receivedAt),
              }))}
            />
            <OrderMails mails={found.mails} />
            <Lines
              title="Requests that wrote events"
              none="None: background jobs wrote all events."
              lines={found.requests.map((request) => ({
                key: request.requestId,
                what: request.requestId,
                aside: `${actorWords(request.actor, actors)}, version ${request.versions.join(', ')}`,
                when: ledgerMoment(request.at),
              }))}
            />
            {owner ? <Readings id={id} /> : null}
          </div>
        </>
      )}
    </section>
  )
}

function Documents({ documents }: { documents: Evidence['documents'] }) {
  if (documents.length === 0) return null
  return (
    <div className={finance.files}>
      {documents.map(({ kind, number, path }) => (
        <a key={path} className={finance.file} href={path} download>
          <Download aria-hidden="true" />
          {documentNames[kind] ?? kind} {number}
        </a>
      ))}
    </div>
  )
}

function Readings({ id }: { id: string }) {
  const query = useAnswer<typeof orderReadings>('/api/finance/readings', {
    query: { orderId: id, limit: 50 },
  })
  return (
    <Lines
      title="Who read this order"
      none={query.isPending ? 'Loading...' : 'No one before now.'}
      lines={readingLines(query.data?.readings ?? [])}
    />
  )
}

/** One line for a person and a minute: opening an order once reads several of its parts. */
function readingLines(readings: AnswerOf<typeof orderReadings>['readings']): Line[] {
  const lines = new Map<string, Line>()
  for (const { username, what, readAt } of readings) {
    const key = `${username} ${readAt}`
    const name = readingNames[what] ?? what
    const line = lines.get(key)
    if (line === undefined) lines.set(key, { key, what: username, aside: name, when: ledgerMoment(readAt) })
    else line.aside += `, ${name}`
  }
  return [...lines.values()]
}

interface Line {
  key: string
  what: string
  aside: string
  when: string
}

function Lines({ title, none, lines }: { title: string; none: string; lines: readonly Line[] }) {
  return (
    <div className={layout.stack}>
      <h4 className={layout.heading}>{title}</h4>
      {lines.length === 0 ? (
        <p className={layout.soft}>{none}</p>
      ) : (
        <ul className={finance.lines}>
          {lines.map(({ key, what, aside, when }) => (
            <li key={key}>
              <span className={finance.what}>{what}</span>
              <span>{aside}</span>
              <span className={layout.soft}>{when}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Every mail of the order to its buyer, with its state and time; a mail that was not sent can be sent again. */
function OrderMails({ mails }: { mails: readonly OrderMail[] }) {
  return (
    <div className={layout.stack}>
      <h4 className={layout.heading}>Emails</h4>
      {mails.length === 0 ? (
        <p className={layout.soft}>No emails for this order yet.</p>
      ) : (
        <ul className={finance.lines}>
          {mails.map((mail) => {
            const { label, tone } = mailState(mail)
            return (
              <li key={mail.key}>
                <span className={finance.what}>{mailKind(mail)}</span>
                <Badge tone={tone}>{label}</Badge>
                <div className={finance.mailFoot}>
                  <span className={layout.soft}>{mailDetails(mail)}</span>
                  {mail.late ? (
                    <SendAgain keys={[mail.key]} label="Send again" about={mailKind(mail)} />
                  ) : null}
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
