import { DiskDocuments } from './disk-documents.ts'
import type { Documents } from './documents.ts'
import { S3Documents } from './s3-documents.ts'

/** The place of the documents: an address as in DOCUMENTS_S3_URL, or else a directory. Can be passed to a thread. */
export abstract class DocumentsPlace {
  abstract readonly s3Url: string | undefined
  abstract readonly directory: string
}

export function openDocuments({ s3Url, directory }: DocumentsPlace): Documents {
  return s3Url === undefined ? new DiskDocuments(directory) : new S3Documents(s3Url)
}
