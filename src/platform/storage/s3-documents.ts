import type { S3Client } from '@aws-sdk/client-s3'
import { demandDocumentKey } from './document-key.ts'
import { Documents } from './documents.ts'

interface Place {
  bucket: string
  /** Empty, or ending in a slash. */
  prefix: string
  /** The address of a service other than AWS. */
  endpoint: string | undefined
}

/** Parses `s3://bucket/prefix`, or `https://host/bucket/prefix`. @throws RangeError when it contains no bucket */
export function s3Place(address: string): Place {
  const url = new URL(address)
  const parts = decodeURIComponent(url.pathname).split('/').filter(Boolean)
  const ownService = url.protocol !== 's3:'
  const bucket = ownService ? parts.shift() : url.hostname
  if (!bucket) throw new RangeError('DOCUMENTS_S3_URL names no bucket')
  const prefix = parts.length > 0 ? `${parts.join('/')}/` : ''
  return { bucket, prefix, endpoint: ownService ? url.origin : undefined }
}

/** Documents in S3 or a compatible service. The SDK is loaded with the first document. */
export class S3Documents extends Documents {
  readonly #place: Place
  #client: Promise<S3Client> | undefined

  /** `address` as in DOCUMENTS_S3_URL; region and credentials come from the standard AWS variables. */
  constructor(address: string) {
    super()
    this.#place = s3Place(address)
  }

  override async put(key: string, bytes: Buffer, contentType: string): Promise<void> {
    demandDocumentKey(key)
    const { PutObjectCommand } = await import('@aws-sdk/client-s3')
    const client = await this.#connected()
    const target = { Bucket: this.#place.bucket, Key: this.#place.prefix + key }
    await client.send(new PutObjectCommand({ ...target, Body: bytes, ContentType: contentType }))
  }

  override async get(key: string): Promise<Buffer | null> {
    demandDocumentKey(key)
    const { GetObjectCommand, NoSuchKey } = await import('@aws-sdk/client-s3')
    const client = await this.#connected()
    try {
      const found = await client.send(
        new GetObjectCommand({ Bucket: this.#place.bucket, Key: this.#place.prefix + key }),
      )
      return found.Body ? Buffer.from(await found.Body.transformToByteArray()) : null
    } catch (error) {
      if (error instanceof NoSuchKey) return null
      throw error
    }
  }

  override async delete(key: string): Promise<void> {
    demandDocumentKey(key)
    const { DeleteObjectCommand } = await import('@aws-sdk/client-s3')
    const client = await this.#connected()
    await client.send(new DeleteObjectCommand({ Bucket: this.#place.bucket, Key: this.#place.prefix + key }))
  }

  #connected(): Promise<S3Client> {
    this.#client ??= import('@aws-sdk/client-s3').then(({ S3Client: Client }) => {
      const { endpoint } = this.#place
      return new Client({
        forcePathStyle: true,
        maxAttempts: 3,
        requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000 },
        ...(endpoint === undefined ? {} : { endpoint }),
      })
    })
    return this.#client
  }
}
