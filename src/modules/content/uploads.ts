import { createHash } from 'node:crypto'
import type { AuditLog } from '#platform/audit/audit-log.ts'
import type { OutputOf } from '#platform/contract/endpoint.ts'
import { lockUntilEnd } from '#platform/database/advisory-lock.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { demandPdf } from '#platform/storage/demand-pdf.ts'
import type { Documents } from '#platform/storage/documents.ts'
import { contentTables, lockHeads } from './content-version.ts'
import type { listUploads, uploadPicture } from './contract-uploads.ts'
import { demandPicture } from './picture-type.ts'
import { demandUnused, pictureUses } from './picture-uses.ts'
import { redrawPicture } from './redraw-picture.ts'

const contentType = 'image/webp'

export type UploadedPicture = OutputOf<typeof uploadPicture>['picture']

interface Offered {
  bytes: Buffer
  /** The name of the file on the editor's computer. */
  name: string
  alt: string
  by: string
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 24)

/** Uploaded pictures: re-encoded, named by the hash of their content, stored with the documents. */
export class Uploads {
  readonly #documents: Documents
  readonly #database: Database
  readonly #clock: Clock
  readonly #audit: AuditLog

  constructor(documents: Documents, database: Database, clock: Clock, audit: AuditLog) {
    this.#documents = documents
    this.#database = database
    this.#clock = clock
    this.#audit = audit
  }

  /** @throws AppError invalid that says why the picture is refused */
  async add({ bytes, name: original, alt, by }: Offered): Promise<UploadedPicture> {
    demandPicture(bytes)
    const picture = await redrawPicture(bytes)
    const name = `uploads/${hashOf(picture.bytes)}.webp`
    await this.#database.transaction(async ({ sql }) => {
      // The same picture may be being removed.
      await lockUntilEnd(sql, name)
      // The file is stored first: a row without a file would be a broken picture.
      await this.#documents.put(name, picture.bytes, contentType)
      const { width, height } = picture
      await contentTables(sql)
        .insertInto('content_upload')
        .values({
          name,
          alt,
          content_type: contentType,
          width,
          height,
          bytes: picture.bytes.length,
          original_name: original,
          uploaded_by: by,
          uploaded_at: this.#clock.now(),
        })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ alt }))
        .execute()
      const changes = [{ path: 'alternative text', after: alt === '' ? 'none: decoration' : alt }]
      await this.#audit.record(sql, {
        by,
        action: 'Uploaded a picture',
        subject: `${original} as ${name}`,
        changes,
      })
    })
    return { name, alt, width: picture.width, height: picture.height, bytes: picture.bytes.length }
  }

  /** Stores a PDF as it is. @returns its name for the content @throws AppError invalid as `demandPdf` */
  async addPdf(bytes: Buffer, original: string, by: string): Promise<string> {
    demandPdf(bytes)
    const name = `uploads/${hashOf(bytes)}.pdf`
    await this.#documents.put(name, bytes, 'application/pdf')
    await this.#database.transaction(({ sql }) =>
      this.#audit.record(sql, {
        by,
        action: 'Uploaded a PDF',
        subject: `${original} as ${name}`,
        changes: [],
      }),
    )
    return name
  }

  /** The newest hundred, with where each is used. */
  async newest(): Promise<OutputOf<typeof listUploads>['pictures']> {
    const useOf = await pictureUses(this.#database)
    const newest = await contentTables(this.#database.sql)
      .selectFrom('content_upload')
      .select(['name', 'alt', 'width', 'height', 'bytes'])
      .orderBy('uploaded_at', 'desc')
      .orderBy('name')
      .limit(100)
      .execute()
    return newest.map((picture) => ({ ...picture, use: useOf(picture.name) }))
  }

  /** Removes a picture that no stored version names. @throws AppError not-found, or conflict PICTURE_USED */
  async remove(name: string, by: string): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await lockHeads(tx)
      await lockUntilEnd(tx.sql, name)
      await demandUnused(tx, name)
      const removed = await contentTables(tx.sql)
        .deleteFrom('content_upload')
        .where('name', '=', name)
        .returning('original_name')
        .executeTakeFirst()
      if (removed === undefined) throw noPicture()
      const subject = `${removed.original_name} as ${name}`
      await this.#audit.record(tx.sql, { by, action: 'Removed a picture', subject, changes: [] })
      await this.#documents.delete(name)
    })
  }

  /** @throws AppError not-found */
  async read(file: string): Promise<{ bytes: Buffer; contentType: string }> {
    const bytes = await this.#documents.get(`uploads/${file}`)
    if (bytes === null) throw noPicture()
    return { bytes, contentType }
  }
}

const noPicture = (): AppError => new AppError('not-found', 'PICTURE_NOT_FOUND', 'There is no such picture.')
