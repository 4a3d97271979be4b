import { createHash } from 'node:crypto'
import { AuditLog } from '#platform/audit/audit-log.ts'
import type { InputOf } from '#platform/contract/endpoint.ts'
import { Database } from '#platform/database/database.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { demandPdf } from '#platform/storage/demand-pdf.ts'
import { Documents } from '#platform/storage/documents.ts'
import { paperKinds, paperState } from '../rules.ts'
import type { saveVendorPaper } from './contract.ts'
import { type PaperRow, vendorTables } from './tables.ts'

/** What opens the vendor pack without an account. */
export abstract class PaperKeys {
  /** Whether it is the key of a quote that can be read. */
  abstract opens(key: string): Promise<boolean>
}

export const paperNotFound = (): AppError =>
  new AppError('not-found', 'PAPER_NOT_FOUND', 'There is no such paper.')

/** The papers that the procurement of companies asks for: staff keep them, companies get those that have not expired. */
export class VendorPapers {
  static readonly needs = { database: Database, documents: Documents, clock: Clock, audit: AuditLog }
  readonly #parts: Given<typeof VendorPapers.needs>

  constructor(parts: Given<typeof VendorPapers.needs>) {
    this.#parts = parts
  }

  /** In the order of the kinds. */
  async all() {
    const now = this.#parts.clock.now()
    const kinds = Object.keys(paperKinds)
    const rows = await vendorTables(this.#parts.database.sql)
      .selectFrom('commerce_vendor_paper')
      .selectAll()
      .orderBy('title')
      .execute()
    return rows
      .map((row) => ({ ...row, state: paperState(row.expiresOn, now) }))
      .sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
  }

  /** For companies. */
  async offered() {
    return (await this.all()).filter(({ state }) => state !== 'expired')
  }

  /** @param isStaff also reads expired papers @throws AppError `PAPER_NOT_FOUND` */
  async pdf(id: string, isStaff: boolean): Promise<{ bytes: Buffer; filename: string }> {
    const paper = (await (isStaff ? this.all() : this.offered())).find((each) => each.id === id)
    const bytes = paper && (await this.#parts.documents.get(paper.file))
    if (!bytes) throw paperNotFound()
    return { bytes, filename: `${paper.kind}.pdf` }
  }

  /** Adds a paper, or replaces the one with the same id. @throws AppError invalid as `demandPdf` */
  async save(
    { id, kind, title, expiresOn }: InputOf<typeof saveVendorPaper>['query'],
    bytes: Buffer,
    by: string,
  ): Promise<void> {
    demandPdf(bytes)
    const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 24)
    const file = `vendor-papers/${id}-${digest}.pdf`
    // The file is stored first: a row without a file would be a broken link.
    await this.#parts.documents.put(file, bytes, 'application/pdf')
    await this.#put(id, { id, kind, title, expiresOn: expiresOn ?? null, file }, by)
  }

  /** @throws AppError `PAPER_NOT_FOUND` */
  remove = (id: string, by: string): Promise<void> => this.#put(id, null, by)

  async #put(id: string, row: PaperRow | null, by: string): Promise<void> {
    const { database, documents, audit } = this.#parts
    const before = await database.transaction(async ({ sql }) => {
      const tables = vendorTables(sql)
      const old = await tables
        .deleteFrom('commerce_vendor_paper')
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      if (row !== null) await tables.insertInto('commerce_vendor_paper').values(row).execute()
      const subject = row?.title ?? old?.title
      if (subject === undefined) throw paperNotFound()
      const changes = [{ path: 'file', before: old?.file ?? null, after: row?.file ?? null }]
      await audit.record(sql, { by, action: `${row ? 'Saved' : 'Removed'} a vendor paper`, subject, changes })
      return old
    })
    if (before && before.file !== row?.file) await documents.delete(before.file)
  }
}
