import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical, genesis } from '#platform/event-log/chain.ts'
import { ChainVerifiers } from '#platform/event-log/verify-chain.ts'
import { type ChainLink, copiedRow, hashLink } from './chain-link.ts'

function chainOf(streams: readonly string[]): ChainLink[] {
  const versions = new Map<string, number>()
  const links: ChainLink[] = []
  for (const [index, stream] of streams.entries()) {
    const version = (versions.get(stream) ?? 0) + 1
    versions.set(stream, version)
    const data = { amount: index * 100, id: `pi_${index}` }
    const metadata = { actor: 'system:test' }
    const link: ChainLink = {
      position: index + 1,
      stream,
      version,
      eventId: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      type: 'PaymentIntentObserved',
      schemaVersion: 1,
      data,
      dataDigest: canonical(data).digest,
      metadata,
      metadataDigest: canonical(metadata).digest,
      correlationId: '11111111-1111-4111-8111-111111111111',
      source: 'stripe',
      sourceId: `pi_${index}@1`,
      occurredAt: new Date(1_767_225_600_000 + index),
      recordedAt: new Date(1_767_225_700_000 + index),
      prevHash: links.at(-1)?.hash ?? genesis,
      hash: '',
    }
    links.push({ ...link, hash: hashLink(link.prevHash, link) })
  }
  return links
}

function rehashed(links: readonly ChainLink[]): ChainLink[] {
  let prevHash = genesis
  return links.map((link) => {
    const hash = hashLink(prevHash, { ...link, prevHash })
    const next = { ...link, prevHash, hash }
    prevHash = hash
    return next
  })
}

function verdictOn(links: readonly ChainLink[], anchor?: { position: number; hash: string }) {
  const verifier = new ChainVerifiers(anchor)
  for (const link of links) verifier.add(copiedRow(link))
  const last = links.at(-1)
  return verifier.verdict({ position: last?.position ?? 0, hash: last?.hash ?? genesis })
}

const streams = fc.array(fc.constantFrom('order-a', 'order-b', 'order-ü'), { minLength: 2, maxLength: 20 })

describe('the hash of a link', () => {
  it('given the same facts, then it is the value that was fixed when the format was', () => {
    const [first, second] = chainOf(['order-a', 'order-ü'])

    expect([first!.hash, second!.hash]).toEqual([
      'fb7bb70c0e57abb113b2080bfb9250bc9f5b59cc17994930cd261e5a469e29cc',
      'a4c4e90d62e5f458c0634f7bd83bd3a197e0a6bc5b6d845ae524e98c7e061c7b',
    ])
  })

  it('given a chain, when any fact of a link changes, then its hash changes', () => {
    const [, link] = chainOf(['order-a', 'order-b'])
    const changes: Partial<ChainLink>[] = [
      { position: 3 },
      { stream: 'order-c' },
      { version: 2 },
      { eventId: '00000000-0000-7000-8000-00000000000f' },
      { type: 'RefundObserved' },
      { schemaVersion: 2 },
      { dataDigest: canonical({}).digest },
      { metadataDigest: canonical({}).digest },
      { correlationId: '21111111-1111-4111-8111-111111111111' },
      { source: 'stripf' },
      { sourceId: 'pi_2' },
      { occurredAt: new Date(0) },
      { recordedAt: new Date(0) },
    ]

    const hashes = changes.map((change) => hashLink(link!.prevHash, { ...link!, ...change }))

    expect(new Set([link!.hash, hashLink(genesis, link!), ...hashes]).size).toBe(changes.length + 2)
  })

  it('given neighbouring texts, when a character moves from one to the other, then the hash changes', () => {
    const [link] = chainOf(['order-a'])

    expect(hashLink(genesis, { ...link!, source: 'strip', sourceId: `e${link!.sourceId}` })).not.toBe(
      link!.hash,
    )
  })

  it('given an object, when its keys come in another order, then its digest is the same', () => {
    expect(canonical({ b: 1, a: { d: 2, c: 3 } }).digest).toBe(canonical({ a: { c: 3, d: 2 }, b: 1 }).digest)
  })

  it('given any JSON value, when it has been through JSON, then its digest is the same', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonical(JSON.parse(JSON.stringify(value))).digest).toBe(canonical(value).digest)
      }),
    )
  })

  it.each([undefined, Number.NaN, Number.POSITIVE_INFINITY])('given %s, then there is no digest', (value) => {
    expect(() => canonical(value)).toThrow()
  })
})

describe('verifying a chain', () => {
  it('given any untouched chain, then it is whole', () => {
    fc.assert(
      fc.property(streams, (names) => {
        const links = chainOf(names)
        const head = { position: links.length, hash: links.at(-1)!.hash }
        expect(verdictOn(links, head)).toEqual({ ok: true, events: links.length, head })
      }),
    )
    expect(verdictOn([])).toMatchObject({ ok: true, events: 0 })
  })

  it('given any chain, when one link is changed, dropped, doubled or moved, then the first break is found there', () => {
    const tampering = fc.constantFrom(
      'data',
      'metadata',
      'digest',
      'type',
      'time',
      'hash',
      'drop',
      'double',
      'swap',
    )
    fc.assert(
      fc.property(streams, fc.nat(), tampering, (names, seed, kind) => {
        const links = chainOf(names)
        const at = kind === 'drop' || kind === 'swap' ? seed % (links.length - 1) : seed % links.length
        const link = links[at]!
        const changed: Record<typeof kind, () => ChainLink[]> = {
          data: () => links.with(at, { ...link, data: { ...link.data, amount: 1 } }),
          metadata: () => links.with(at, { ...link, metadata: { actor: 'staff:9' } }),
          digest: () => links.with(at, { ...link, dataDigest: canonical('other').digest }),
          type: () => links.with(at, { ...link, type: 'OrderCancelled' }),
          time: () => links.with(at, { ...link, recordedAt: new Date(0) }),
          hash: () => links.with(at, { ...link, hash: canonical('other').digest }),
          drop: () => links.toSpliced(at, 1),
          double: () => links.toSpliced(at, 0, link),
          swap: () => links.with(at, links[at + 1]!).with(at + 1, link),
        }

        const { ok, firstBreak } = verdictOn(changed[kind]())

        expect(ok).toBe(false)
        expect(firstBreak?.position).toBe(kind === 'double' ? at + 2 : at + 1)
      }),
    )
  })

  it('given a tail rewritten with fitting hashes, then only an anchor reveals it', () => {
    fc.assert(
      fc.property(streams, fc.nat(), (names, seed) => {
        const links = chainOf(names)
        const at = seed % links.length
        const anchor = { position: links.length, hash: links.at(-1)!.hash }
        const data = { amount: 1 }
        const forged = rehashed(links.with(at, { ...links[at]!, data, dataDigest: canonical(data).digest }))

        expect(verdictOn(forged)).toMatchObject({ ok: true })
        expect(verdictOn(forged, anchor)).toMatchObject({ ok: false, firstBreak: { position: links.length } })
        expect(verdictOn(rehashed(links.slice(0, -1)), anchor)).toMatchObject({ ok: false })
      }),
    )
  })

  it('given a head that does not fit the last event, then the chain is broken', () => {
    const links = chainOf(['order-a', 'order-b'])
    const verifier = new ChainVerifiers()
    for (const link of links) verifier.add(copiedRow(link))

    expect(verifier.verdict({ position: 3, hash: links[1]!.hash }).firstBreak?.position).toBe(3)
    expect(verifier.verdict({ position: 2, hash: genesis }).firstBreak?.position).toBe(2)
  })
})
