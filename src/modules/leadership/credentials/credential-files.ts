import { readFileSync } from 'node:fs'
import { pictureFile } from '#platform/pdf/drawing.ts'
import { bakePng, bakeSvg } from './baking.ts'
import { certificatePdf } from './certificate-pdf.ts'
import type { CredentialFile } from './contract-public.ts'
import { contentOf } from './credential-register.ts'
import type { CredentialContent, CredentialView } from './credential-view.ts'
import type { IssuedDocument } from './document-form.ts'

/** Loaded for the first badge. */
let pictures: { png: Buffer; svg: string } | undefined

type FileData = Pick<CredentialView, 'id' | 'address' | 'awardedAt' | 'validUntil'>

/** The file of a credential. Equal contents give equal bytes. */
export async function fileOf(
  kind: CredentialFile,
  view: FileData,
  document: CredentialContent,
): Promise<Buffer | string> {
  pictures ??= {
    png: readFileSync(pictureFile('badge.png')),
    svg: readFileSync(pictureFile('badge.svg'), 'utf8'),
  }
  const { json } = document
  switch (kind) {
    case 'json':
      return json
    case 'png':
      return bakePng(pictures.png, json)
    case 'svg':
      return bakeSvg(pictures.svg, json)
    case 'pdf':
      return certificatePdf({
        id: view.id,
        url: view.address,
        name: document.name,
        program: document.program,
        issuer: document.issuer.name,
        awardedOn: view.awardedAt.toISOString().slice(0, 10),
        validUntil: view.validUntil.toISOString().slice(0, 10),
        cohort: document,
        assignments: document.done.assignmentsAccepted,
        sessions: document.done.coachingSessions,
        credential: json,
      })
  }
}

/** Whether a file is byte for byte the one that this site makes, so that its visible contents match the signed document. */
export async function isOurFile(
  file: Buffer,
  kind: CredentialFile,
  view: FileData,
  { document, text }: { document: IssuedDocument; text: string },
): Promise<boolean> {
  // A file that was taken before the site moved has the address at which the document was issued.
  for (const address of new Set([view.address, document.id])) {
    const printed = { ...view, address, validUntil: new Date(document.validUntil) }
    const ownFile = await fileOf(kind, printed, { ...contentOf(document), json: text })
    if (file.equals(typeof ownFile === 'string' ? Buffer.from(ownFile) : ownFile)) return true
  }
  return false
}
