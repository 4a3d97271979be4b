#!/usr/bin/env node
// Proves an exported event log with nothing but Node 20 or newer: no database, no network, no other file.
//
//   node verify-log.mjs events.jsonl
//   node verify-log.mjs events.jsonl --head "veralead-head 120 <hash> <time> <signature>" --key <public key>
//   node verify-log.mjs events.jsonl --json
//
// `--head` is a line that was kept outside the database (the daily mail, the process log). Without one, a history
// that was rewritten whole, or cut off at its end, cannot be distinguished from a true one. `--key` is the public key as
// the mail shows it: with it the line and the signature of the file are checked. It may be given several times, where the
// line was kept before the secret of the site changed and the file was written since. Exit code 0: proved. 1: broken.
// 2: something that was asked for could not be checked, such as a kept head that the file does not reach.
//
// A file of format version 2 holds every position from the first to the last one that its first line names: events of
// the period whole, the others with what their hashes cover. Its last line has a digest of all lines before it, signed.
// Version 1 has no signature, and events between those of a period are left out: less can be said about it.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'

const genesis = '00'.repeat(32)
const epoch = Date.UTC(2000, 0, 1)
const oid = { bytea: 17, int8: 20, int2: 21, int4: 23, timestamptz: 1184, uuid: 2950 }

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** RFC 8785: members sorted by UTF-16 code units; numbers and strings as JSON.stringify writes them. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

function int(bytes, value) {
  const out = Buffer.alloc(bytes)
  if (bytes === 2) out.writeInt16BE(value)
  else if (bytes === 4) out.writeInt32BE(value)
  else out.writeBigInt64BE(BigInt(value))
  return out
}

const part = (bytes) => Buffer.concat([int(4, bytes.length), bytes])
const field = (type, bytes) => Buffer.concat([int(4, type), part(bytes)])
const text = (value) => field(oid.bytea, Buffer.from(value, 'utf8'))
const hex = (value) => field(oid.bytea, Buffer.from(value, 'hex'))
const uuid = (value) => field(oid.uuid, Buffer.from(value.replaceAll('-', ''), 'hex'))
const moment = (value) => field(oid.timestamptz, int(8, microsecondsOf(value)))

/** Since the epoch of PostgreSQL. Version 1 writes milliseconds, version 2 microseconds. */
function microsecondsOf(value) {
  const [, seconds, fraction = ''] = /^(.+?)(?:\.(\d{1,6}))?Z$/.exec(value) ?? []
  return BigInt(Date.parse(`${seconds}Z`) - epoch) * 1000n + BigInt(fraction.padEnd(6, '0'))
}

const isMoment = (value) =>
  typeof value === 'string' && value.endsWith('Z') && !Number.isNaN(Date.parse(value))

/** The bytes that PostgreSQL hashed: the previous hash, then the facts in its binary row format, each with its length. */
function hashOf(event) {
  return sha256(
    Buffer.concat([
      part(Buffer.from(event.prevHash, 'hex')),
      int(4, 13),
      field(oid.int8, int(8, event.position)),
      text(event.stream),
      field(oid.int4, int(4, event.version)),
      uuid(event.eventId),
      text(event.type),
      field(oid.int2, int(2, event.schemaVersion)),
      hex(event.dataDigest),
      hex(event.metadataDigest),
      uuid(event.correlationId),
      text(event.source),
      text(event.sourceId),
      moment(event.occurredAt),
      moment(event.recordedAt),
    ]),
  )
}

class Log {
  /** The number of events with data, and of events of other days between them, without data. */
  events = 0
  outside = 0
  links = 0
  gaps = 0
  fault = null
  end = null
  header = null
  first = null
  last = { position: 0, hash: genesis }
  /** Recorded restores, oldest first: the positions behind which earlier heads were lost. */
  restores = []
  /** The hash at the position of the kept head. */
  atAnchor = null
  #versions = new Map()
  #digest = createHash('sha256')
  #anchor

  constructor(anchor) {
    this.#anchor = anchor
    // Signed before the first event: every log begins with this hash.
    if (anchor?.position === 0) this.atAnchor = genesis
  }

  /** @throws Error for a format that this verifier does not know. */
  line(json, number) {
    let read
    try {
      read = JSON.parse(json)
    } catch {
      return this.#break(this.#next, `line ${number} is not JSON`)
    }
    try {
      this.#line(json, number, read)
    } catch (error) {
      if (this.header === null) throw error
      this.#break(this.#next, `line ${number} is not as this format has it`)
    }
  }

  #line(json, number, read) {
    if (this.header === null) {
      if (read?.format !== 'veralead-event-log' || ![1, 2].includes(read.version))
        throw new Error(`line ${number}: this verifier reads veralead-event-log versions 1 and 2`)
      this.header = read
      const moments = read.version === 1 ? [] : [read.from, read.until]
      if (!moments.every((at) => at === null || isMoment(at)))
        this.#break(1, 'the first line does not say which period the file is of')
    } else if (this.end !== null) this.#break(this.#next, `line ${number} is after the last line`)
    else if (read.format !== undefined) this.#break(this.#next, `line ${number} is a second first line`)
    else if (read.end === true) {
      this.end = read
      return
    } else if (this.fault === null) this.#event(read)
    this.#digest.update(`${json}\n`)
  }

  /** Whether the file claims to hold the whole log. */
  get whole() {
    if (this.header.version === 1) return this.header.whole === true
    return this.header.from === null && this.header.until === null
  }

  get version() {
    return this.header.version
  }

  get #next() {
    return this.last.position + 1
  }

  /** Checks the signature of the file with `keys` (base64url). Returns the result in words. */
  finish(keys) {
    if (this.header === null) throw new Error('The file is empty')
    const { end, header } = this
    if (end === null) this.#break(this.#next, 'the file has no last line: it was cut short')
    else if (!Number.isSafeInteger(end.events))
      this.#break(this.#next, 'the last line does not say how many events the file holds')
    else if (end.events !== this.events)
      this.#break(this.#next, `the file says ${end.events} events and holds ${this.events}`)
    const head = header.version === 1 ? end?.head : header.head
    if (this.whole && this.fault === null) this.#compareHead(head)
    if (header.version === 1) return 'none'
    if (this.fault === null) this.#compareRange(head)
    const digest = this.#digest.digest('hex')
    if (this.fault === null && end.digest !== digest)
      this.#break(this.#next, 'the lines do not match the digest in the last one')
    if (end === null || keys.length === 0) return 'not checked'
    // A head that was kept before the secret changed has the key of that time.
    if (!keys.includes(end.key)) return 'another key'
    const signed = Buffer.from(`veralead-event-log-file ${digest} ${end.signedAt}`)
    if (verify(null, signed, publicKeyOf(end.key), Buffer.from(String(end.signature ?? ''), 'base64url')))
      return 'holds'
    this.#break(this.#next, 'the signature of the file does not hold under --key: it was changed')
    return 'does not hold'
  }

  /** Compares the kept head: `here`, `restored`, `not shown`, or a fault. */
  compareAnchor() {
    if (this.#anchor === null || this.fault !== null) return
    const { position, hash, at } = this.#anchor
    if (this.atAnchor === hash) return 'here'
    const restore = this.restores.find((one) => one.position <= position && one.recordedAt >= at)
    if (restore !== undefined) return 'restored'
    if (this.atAnchor !== null)
      this.#break(position, 'its hash differs from the kept head: history was rewritten up to here')
    else if (this.whole) this.#break(this.#next, `the kept head was taken at ${position}: the tail is gone`)
    return 'not shown'
  }

  #compareHead(head) {
    const { position, hash } = this.last
    if (head?.position !== position)
      this.#break(position + 1, `the head says ${head?.position} events, the log holds ${position}`)
    else if (head.hash !== hash) this.#break(position, 'the head carries another hash than the last event')
  }

  /** Whether the file holds the range that it names, and whether the period ends where the range does. */
  #compareRange(head) {
    const { header, first, last, end } = this
    if (end.outside !== this.outside)
      this.#break(this.#next, `the file says ${end.outside} events without data and holds ${this.outside}`)
    if (last.position !== header.last || (first?.position ?? 1) !== header.first)
      this.#break(
        this.#next,
        `the file says positions ${header.first} to ${header.last} and ends at ${last.position}`,
      )
    if (first !== null && first.position !== 1 && first.inPeriod)
      this.#break(first.position, 'events of the period may be missing before it')
    if (first !== null && last.position !== head?.position && last.inPeriod)
      this.#break(this.#next, 'events of the period may be missing behind the last one')
    if (first === null && head?.position !== 0)
      this.#break(1, 'the file holds no event of a log that has some')
  }

  #break(position, reason) {
    this.fault ??= { position, reason }
  }

  #event(event) {
    if (!Number.isSafeInteger(event.position)) throw new Error('It has no position')
    const before = this.last
    const next = event.position === before.position + 1
    if (!next && (this.whole || (this.version === 2 && this.first !== null))) {
      const missing = before.position + 1
      return this.#break(missing, `position ${missing} is missing; ${event.position} follows`)
    }
    if (event.position <= before.position)
      return this.#break(event.position, `it is after position ${before.position}`)
    if (!next && this.first !== null) this.gaps += 1
    const version = this.#versions.get(event.stream)
    const due = (version ?? 0) + 1
    const fromBegin = this.whole || (this.version === 2 && (this.first?.position ?? event.position) === 1)
    const early = this.version === 1 ? event.version < due : event.version !== due
    if (fromBegin ? event.version !== due : version !== undefined && early)
      return this.#break(
        event.position,
        `${event.stream} should have version ${due} here, not ${event.version}`,
      )
    this.#versions.set(event.stream, event.version)
    const inPeriod = this.version === 1 || this.#isInPeriod(event.occurredAt)
    if ((event.data !== undefined) !== inPeriod)
      return this.#break(event.position, inPeriod ? 'it has no data' : 'it is not of the period')
    if (inPeriod && sha256(canonical(event.data)) !== event.dataDigest)
      return this.#break(event.position, 'the data does not match its digest')
    if (inPeriod && sha256(canonical(event.metadata)) !== event.metadataDigest)
      return this.#break(event.position, 'the metadata does not match its digest')
    if (next && (this.first !== null || event.position === 1)) {
      if (event.prevHash !== before.hash)
        return this.#break(event.position, 'it does not name the hash of the event before it')
      this.links += 1
    }
    if (hashOf(event) !== event.hash)
      return this.#break(event.position, 'its hash does not follow from what is stored')
    if (this.#anchor?.position === event.position) this.atAnchor = event.hash
    if (event.stream === 'log-restores' && event.type === 'LogRestored')
      this.restores.push({ position: event.position, recordedAt: microsecondsOf(event.recordedAt) })
    if (inPeriod) this.events += 1
    else this.outside += 1
    this.last = { position: event.position, hash: event.hash, inPeriod }
    this.first ??= this.last
  }

  #isInPeriod(at) {
    const { from, until } = this.header
    const when = microsecondsOf(at)
    return (from === null || when >= microsecondsOf(from)) && (until === null || when < microsecondsOf(until))
  }
}

function publicKeyOf(key) {
  const raw = Buffer.from(key, 'base64url')
  if (raw.length !== 32) throw new Error('--key: must be the 32 bytes of the public key in base64url')
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw])
  return createPublicKey({ key: spki, format: 'der', type: 'spki' })
}

function anchorOf(line, publicKeys) {
  const [label, position, hash, at, signature] = line.trim().split(/\s+/)
  if (
    label !== 'veralead-head' ||
    !/^\d+$/.test(position ?? '') ||
    !/^[0-9a-f]{64}$/.test(hash ?? '') ||
    Number.isNaN(Date.parse(at))
  )
    throw new Error('--head: must be a line "veralead-head <position> <hash> <time> <signature>"')
  const anchor = { position: Number(position), hash, at: microsecondsOf(at), signed: 'not checked' }
  if (publicKeys.length === 0) return anchor
  const signed = Buffer.from(`${label} ${position} ${hash} ${at}`)
  const signedWith = Buffer.from(signature ?? '', 'base64url')
  if (!publicKeys.some((publicKey) => verify(null, signed, publicKey, signedWith)))
    throw new Error('--head: the signature does not hold under --key: give the public key of the same mail')
  return { ...anchor, signed: 'holds' }
}

/** base64url may begin with a dash, which `parseArgs` takes for an option unless it is tied to its name. */
function tied(args) {
  const key = args.indexOf('--key')
  if (key < 0) return args
  return [...args.slice(0, key), `--key=${args[key + 1] ?? ''}`, ...tied(args.slice(key + 2))]
}

async function main() {
  const { values, positionals } = parseArgs({
    args: tied(process.argv.slice(2)),
    allowPositionals: true,
    options: {
      head: { type: 'string' },
      key: { type: 'string', multiple: true },
      json: { type: 'boolean', default: false },
    },
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1)
    throw new Error(
      'Usage: node verify-log.mjs events.jsonl [--head "<line>"] [--key <public key>]... [--json]',
    )
  const keys = values.key ?? []
  const publicKeys = keys.map(publicKeyOf)
  const anchor = values.head === undefined ? null : anchorOf(values.head, publicKeys)
  const log = new Log(anchor)
  let number = 0
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number += 1
    if (line !== '') log.line(line, number)
  }
  const signed = log.finish(keys)
  const found = log.compareAnchor()
  const { fault, events, outside, links, whole, first, last } = log
  const unproved = fault === null ? unprovedOf(log, { anchor, found, signed }) : []
  const verdict = {
    ok: fault === null && unproved.length === 0,
    whole,
    events,
    outside,
    links,
    first: first?.position ?? null,
    last: { position: last.position, hash: last.hash },
    firstBreak: fault,
    file: { version: log.version, signed, signedAt: log.end?.signedAt ?? null },
    keptHead: anchor && {
      position: anchor.position,
      hash: anchor.hash,
      signed: anchor.signed,
      found: found ?? 'not compared',
    },
    restores: log.restores.map(({ position }) => position),
    unproved,
  }
  if (values.json) process.stdout.write(`${JSON.stringify(verdict)}\n`)
  else process.stdout.write(`${reportOf(verdict).join('\n')}\n`)
  process.exitCode = fault !== null ? 1 : unproved.length > 0 ? 2 : 0
}

/** The requested checks that could not be made, one sentence each. */
function unprovedOf({ version, whole, events, gaps, first, last, restores }, { anchor, found, signed }) {
  const reasons = []
  if (version === 1 && !whole && events === 0)
    reasons.push('The file holds no event, so nothing was checked.')
  if (gaps > 0)
    reasons.push(
      `Positions are left out in ${gaps} places. Format version 1 cannot show whether those events are of other days or were removed; export the period again.`,
    )
  if (anchor === null && signed === 'another key')
    reasons.push('The file is signed under another key than --key, so that its signature was not checked.')
  if (anchor === null || found === 'here') return reasons
  const shown = first === null ? 'no event' : `positions ${first.position} to ${last.position}`
  if (found === 'not shown')
    reasons.push(
      `The kept head at position ${anchor.position} is not shown here: the file holds ${shown}. It was not checked against this log.`,
    )
  if (found === 'restored') {
    const restore = restores.find((one) => one.position <= anchor.position && one.recordedAt >= anchor.at)
    const when = new Date(epoch + Number(restore.recordedAt / 1000n)).toISOString()
    reasons.push(
      `The kept head at position ${anchor.position} belongs to history that was lost: the database was restored here, at position ${restore.position}, on ${when}. Everything before that position must match heads kept earlier; check one of those.`,
    )
  }
  return reasons
}

function reportOf({ ok, whole, events, outside, links, first, last, firstBreak, file, keptHead, unproved }) {
  if (firstBreak !== null) return [`BROKEN at position ${firstBreak.position}: ${firstBreak.reason}.`]
  const range = first === null ? 'no position' : `positions ${first} to ${last.position}`
  const lines = [
    whole
      ? `Proved: ${events} events, every one of them linked to the one before.`
      : file.version === 1
        ? `Checked for a period: ${events} events as they were recorded, ${links} of them linked to the one before.`
        : `Proved for a period: ${events} events with their data and ${outside} of other days by their hashes; ${range} without a gap.`,
    `Last event: position ${last.position}, hash ${last.hash}`,
    signatureReport(file, whole),
  ]
  if (!ok) lines.unshift('NOT PROVED as asked:', ...unproved, 'What the file shows by itself:')
  if (keptHead?.found === 'here') {
    const { position, signed } = keptHead
    lines.push(
      whole || file.version === 2
        ? `The kept head at position ${position} is part of this log; its signature: ${signed}.`
        : `The event at position ${position} has the hash of the kept head; its signature: ${signed}. It proves the events before it as far as they are linked.`,
    )
    if (last.position > position)
      lines.push(`It proves nothing about the ${last.position - position} events after it.`)
  } else if (keptHead === null)
    lines.push(
      'No kept head was given: a history rewritten whole would look the same. Use --head with a mailed line.',
    )
  return lines
}

function signatureReport({ version, signed, signedAt }, whole) {
  if (version === 1)
    return whole
      ? 'Format version 1: the file carries no signature.'
      : 'Format version 1: the file carries no signature, and events taken out at its ends would not be noticed.'
  if (signed === 'holds')
    return `The signature of the file holds: it is as the product wrote it at ${signedAt}.`
  return signed === 'another key'
    ? 'The file is signed under another key than --key: its signature was not checked.'
    : 'The signature of the file was not checked: use --key with the public key of the daily mail.'
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}
