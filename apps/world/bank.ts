import { officeMoment } from './seasons.ts'
import { day, drawOf, minute, type World } from './world.ts'

/** The seller's account. Nobody has it: the number is one of a documentation. */
export const sellerAccount = { iban: 'DE02120300000000202051', bic: 'BYLADEM1001', bank: 'Bank of the demo' }

/** A payment as the statement lists it. */
export interface Payment {
  amount: string
  /** What the payer wrote. */
  text: string
  sender: string
  /** The order that finance finds out about when the text names none. */
  meant: string
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The bank: the next statement lists what came in, which finance imports. */
export class Bank {
  readonly #world: World
  #unread: (Payment & { number: number; bookedOn: string })[] = []
  #booked = 0

  constructor(world: World) {
    this.#world = world
  }

  book(payment: Payment): void {
    this.#booked += 1
    const bookedOn = this.#world.stepped.clock.now().toISOString().slice(0, 10)
    this.#unread.push({ ...payment, number: this.#booked, bookedOn })
  }

  /** Finance imports a statement twice a week, where there is anything on it, and looks after what is left. */
  plan(): void {
    const { agenda, start, end } = this.#world
    const draw = drawOf(this.#world, 'bank')
    for (let at = start + 5 * day; at < end - 2 * day; at += 3.5 * day)
      agenda.add(officeMoment(draw, at), () => this.#import())
    agenda.add(end - 90 * minute, () => this.#import())
  }

  async #import(): Promise<void> {
    const read = this.#unread
    if (read.length === 0) return
    this.#unread = []
    const { staff, stepped, end } = this.#world
    const finance = await staff.as('felix.finance')
    await finance.demand('POST', '/api/finance/bank-statements', Buffer.from(statementOf(read)))
    await stepped.work()
    // At the end of a year some are left to look at.
    if (stepped.clock.now().getTime() > end - day) return
    const { transfers } = await finance.demand('GET', '/api/finance/transfers?state=unassigned&pageSize=100')
    for (const { id, unassigned, remittance } of transfers) {
      const meant = read.find(({ text }) => text === remittance)?.meant
      const requestId = stepped.ids.uuid()
      if (meant === undefined) continue
      const applied = await finance.post(`/api/finance/transfers/${id}/apply`, { orderId: meant, requestId })
      if (applied.status !== 200)
        await finance.demand('POST', `/api/finance/transfers/${id}/return`, {
          amount: unassigned,
          reason: 'Paid more than the invoice',
          requestId,
        })
    }
    await stepped.work()
  }
}

/** As banks write it: camt.053, version 08. */
function statementOf(payments: readonly (Payment & { number: number; bookedOn: string })[]): string {
  const last = payments.at(-1)!.bookedOn
  const entries = payments.map(
    ({ amount, text, sender, number, bookedOn }) => `<Ntry><NtryRef>${number}</NtryRef>
<Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
<BookgDt><Dt>${bookedOn}</Dt></BookgDt><ValDt><Dt>${bookedOn}</Dt></ValDt><AcctSvcrRef>DEMO${number}</AcctSvcrRef>
<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>${escaped(sender)}</Nm></Pty></Dbtr></RltdPties>
<RmtInf><Ustrd>${escaped(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>${payments[0]!.number}</MsgId><CreDtTm>${last}T18:00:00</CreDtTm></GrpHdr>
<Stmt><Id>${payments[0]!.number}</Id><CreDtTm>${last}T18:00:00</CreDtTm>
<Acct><Id><IBAN>${sellerAccount.iban}</IBAN></Id><Ccy>USD</Ccy></Acct>
${entries.join('\n')}
</Stmt></BkToCstmrStmt></Document>`
}
