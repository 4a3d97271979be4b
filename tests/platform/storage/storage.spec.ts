import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { DerivedKeys } from '#platform/kernel/derived-keys.ts'
import { DiskDocuments } from '#platform/storage/disk-documents.ts'
import { HmacLinkSigner } from '#platform/storage/hmac-link-signer.ts'
import { S3Documents, s3Place } from '#platform/storage/s3-documents.ts'
import { S3StandIn } from '../../support/s3-stand-in.ts'

const root = mkdtempSync(join(tmpdir(), 'veralead-documents-'))
afterAll(() => rmSync(root, { recursive: true }))

const badKeys = [
  '../outside.pdf',
  'a/../../outside',
  '/etc/passwd',
  '',
  'a//b',
  'a/./b',
  '.hidden',
  'a\0b',
  'a\\..\\b',
  'ä',
  'x'.repeat(600),
]

describe('documents on disk', () => {
  const documents = new DiskDocuments(join(root, 'docs'))

  test('given a document, then the same bytes come back, a second put replaces them, and strangers cannot read', async () => {
    const bytes = Buffer.from([0, 1, 255, 10])
    await documents.put('invoices/2026/INV-000001.pdf', bytes, 'application/pdf')
    expect(await documents.get('invoices/2026/INV-000001.pdf')).toEqual(bytes)
    await documents.put('invoices/2026/INV-000001.pdf', Buffer.from('new'), 'application/pdf')
    expect((await documents.get('invoices/2026/INV-000001.pdf'))?.toString()).toBe('new')
    expect(readdirSync(join(root, 'docs/invoices/2026'))).toEqual(['INV-000001.pdf'])
    expect(statSync(join(root, 'docs/invoices/2026/INV-000001.pdf')).mode & 0o077).toBe(0)
  })

  test('given nothing under a key, or a directory, then null', async () => {
    expect(await documents.get('invoices/none.pdf')).toBeNull()
    expect(await documents.get('invoices')).toBeNull()
    expect(await documents.get('invoices/2026/INV-000001.pdf/deeper')).toBeNull()
  })

  test('given writers that race, then a reader sees one of them whole', async () => {
    const bodies = Array.from({ length: 20 }, (_, i) => Buffer.alloc(200_000, i))
    await Promise.all(bodies.map((body) => documents.put('race.bin', body, 'application/octet-stream')))
    const read = await documents.get('race.bin')
    expect(bodies.some((body) => read?.equals(body))).toBe(true)
  })

  test.each(badKeys)('given the key %j, then it is refused before the disk is touched', async (key) => {
    writeFileSync(join(root, 'outside.pdf'), 'secret')
    await expect(documents.get(key)).rejects.toThrow(RangeError)
    await expect(documents.put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow(RangeError)
  })
})

describe('documents in S3', () => {
  test('given the two kinds of address, then bucket, prefix and service are read from them', () => {
    expect(s3Place('s3://bucket/a/b/')).toEqual({ bucket: 'bucket', prefix: 'a/b/', endpoint: undefined })
    expect(s3Place('http://minio:9000/bucket')).toEqual({
      bucket: 'bucket',
      prefix: '',
      endpoint: 'http://minio:9000',
    })
    expect(() => s3Place('https://host/')).toThrow('no bucket')
  })

  test('given a service that speaks S3, then each signed call stores, reads, replaces and deletes, path-style', async () => {
    vi.stubEnv('AWS_REGION', 'eu-central-1')
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'key-of-the-tests')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    const service = await S3StandIn.open('key-of-the-tests')
    const documents = new S3Documents(`${service.url}/bucket/live`)
    await documents.put('invoices/1.pdf', Buffer.from([1, 2, 255]), 'application/pdf')
    expect([...service.objects.keys()]).toEqual(['/bucket/live/invoices/1.pdf'])
    expect(service.objects.get('/bucket/live/invoices/1.pdf')?.type).toBe('application/pdf')
    expect(await documents.get('invoices/1.pdf')).toEqual(Buffer.from([1, 2, 255]))
    const large = Buffer.alloc(3_000_000, 7)
    await documents.put('invoices/1.pdf', large, 'application/pdf')
    expect((await documents.get('invoices/1.pdf'))?.equals(large)).toBe(true)
    expect(await documents.get('invoices/2.pdf')).toBeNull()
    await documents.delete('invoices/1.pdf')
    await documents.delete('invoices/1.pdf')
    expect(service.objects.size).toBe(0)
    expect(await documents.get('invoices/1.pdf')).toBeNull()
    await expect(documents.get('../x')).rejects.toThrow(RangeError)
    await expect(documents.delete('../x')).rejects.toThrow(RangeError)
    await service.close()
    vi.unstubAllEnvs()
  })

  test('given a key that the service does not know, then nothing is stored and the caller gets the error', async () => {
    vi.stubEnv('AWS_REGION', 'eu-central-1')
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'somebody-else')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    const service = await S3StandIn.open('key-of-the-tests')
    const documents = new S3Documents(`${service.url}/bucket`)
    await expect(documents.put('a.pdf', Buffer.from('x'), 'application/pdf')).rejects.toThrow('not signed')
    await expect(documents.get('a.pdf')).rejects.toThrow('not signed')
    expect(service.objects.size).toBe(0)
    await service.close()
    vi.unstubAllEnvs()
  })
})

describe('signed links', () => {
  const clock = new OffsetClock()
  const signer = new HmacLinkSigner(new DerivedKeys('k'.repeat(40)), 'https://veralead.example', clock)
  const inAnHour = () => new Date(clock.now().getTime() + 3_600_000)
  const queryOf = (link: string) => Object.fromEntries(new URL(link).searchParams)

  test('given a signed link, then it starts with the public address and carries its claims back', () => {
    const link = signer.sign('/api/documents', { key: 'invoices/1 ü.pdf', order: 'o1' }, inAnHour())
    expect(link).toMatch(/^https:\/\/veralead\.example\/api\/documents\?/)
    expect(signer.verify('/api/documents', queryOf(link))).toEqual({ key: 'invoices/1 ü.pdf', order: 'o1' })
  })

  test('given its hour has passed, then it is worthless', () => {
    const link = signer.sign('/x', { a: '1' }, inAnHour())
    clock.advance(3_599_000)
    expect(signer.verify('/x', queryOf(link))).not.toBeNull()
    clock.advance(1_000)
    expect(signer.verify('/x', queryOf(link))).toBeNull()
  })

  test('given anything changed, then it is worthless', () => {
    const query = queryOf(signer.sign('/x', { a: '1', b: '2' }, inAnHour()))
    const changed: [string, Record<string, unknown>][] = [
      ['/y', query],
      ['/x', { ...query, a: '2' }],
      ['/x', { ...query, c: '3' }],
      ['/x', { a: '1', expires: query.expires, signature: query.signature }],
      ['/x', { ...query, expires: String(Number(query.expires) + 1) }],
      ['/x', { ...query, expires: `${query.expires}.0` }],
      ['/x', { ...query, signature: query.signature!.slice(0, -1) }],
      ['/x', { ...query, signature: '' }],
      ['/x', { ...query, signature: undefined }],
      ['/x', { ...query, a: ['1', '1'] }],
      ['/x', { ...query, a: undefined, b: undefined }],
      // The same characters, cut elsewhere: only the lengths distinguish them.
      ['/x', { ...query, a: '1b', b: undefined }],
      ['/x', {}],
    ]
    expect(signer.verify('/x', query)).toEqual({ a: '1', b: '2' })
    for (const [path, altered] of changed)
      expect(signer.verify(path, altered), JSON.stringify(altered)).toBeNull()
  })

  test('given claims whose characters run into each other, then their signatures differ', () => {
    const signature = (claims: Record<string, string>) =>
      queryOf(signer.sign('/x', claims, new Date(0))).signature
    expect(signature({ a: '1b2' })).not.toBe(signature({ a: '1', b: '2' }))
    expect(signature({ ab: '1' })).not.toBe(signature({ a: 'b1' }))
  })

  test('given another secret or another purpose, then another key; the same gives the same', () => {
    const [one, two] = [new DerivedKeys('k'.repeat(40)), new DerivedKeys('l'.repeat(40))]
    const key = (keys: DerivedKeys, purpose: string) => keys.derive(purpose)[0].toString('hex')
    expect(key(one, 'a')).toMatch(/^[0-9a-f]{64}$/)
    expect(key(one, 'a')).toBe(key(new DerivedKeys('k'.repeat(40)), 'a'))
    expect(key(one, 'a')).not.toBe(key(one, 'b'))
    expect(key(one, 'a')).not.toBe(key(two, 'a'))
    // HKDF-SHA256 of the release before the secret could be a list: what it wrote must be read.
    expect(key(one, 'a')).toBe('13595ae1da32359d55d57675ba40ce1944266e807dce301d958bb417a7896869')
    expect(() => new DerivedKeys('short')).toThrow('32')
  })

  test('given claims that would hide the expiry, then nothing is signed', () => {
    expect(() => signer.sign('/x', { expires: '9' }, inAnHour())).toThrow(RangeError)
    expect(() => signer.sign('x', {}, inAnHour())).toThrow(RangeError)
  })
})
