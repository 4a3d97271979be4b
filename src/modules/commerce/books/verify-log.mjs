#!/usr/bin/env node
// Proves an exported event log with nothing but Node 20 or newer: no database, no network, no other file.
//
//   node verify-log.mjs events.jsonl
//   node verify-log.mjs events.jsonl --head "veralead-head 120 <hash> <time> <signature>" --key <public key>
//   node verify-log.mjs events.jsonl --json
//
// `--head` is a line that was kept outside the database (the daily mail, the process log). Without one, a history
// that was rewritten whole, or cut off at its end, cannot be told from a true one. `--key` is the public key as
// the mail shows it: with it the line itself is checked. Exit code 0: proved. 1: broken. 2: could not be checked.
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
const moment = (value) => field(oid.timestamptz, int(8, (new Date(value).getTime() - epoch) * 1000))

/** What PostgreSQL hashed: the previous hash, then the facts in its binary row format, each with its length. */
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
  events = 0
  links = 0
  fault = null
  end = null
  #whole = true
  #last = { position: 0, hash: genesis }
  #versions = new Map()
  #anchor

  constructor(anchor) {
    this.#anchor = anchor
  }

  line(json, number) {
    let read
    try {
      read = JSON.parse(json)
    } catch {
      return this.#break(this.#last.position + 1, `line ${number} is not JSON`)
    }
    if (read.format !== undefined) {
      if (read.format !== 'veralead-event-log' || read.version !== 1) {
        throw new Error(`line ${number}: this verifier reads veralead-event-log version 1`)
      }
      this.#whole = read.whole === true
      return
    }
    if (read.end === true) {
      this.end = read
      return
    }
    this.#event(read)
  }

  get whole() {
    return this.#whole
  }

  get last() {
    return this.#last
  }

  finish() {
    if (this.fault !== null) return
    const { position, hash } = this.#last
    if (this.end === null) return this.#break(position + 1, 'the file has no last line: it was cut short')
    if (this.end.events !== this.events)
      return this.#break(position + 1, `the file says ${this.end.events} events and holds ${this.events}`)
    if (!this.#whole) return
    const { head } = this.end
    if (head.position !== position)
      return this.#break(position + 1, `the head says ${head.position} events, the log holds ${position}`)
    if (head.hash !== hash) return this.#break(position, 'the head carries another hash than the last event')
    if (this.#anchor && this.#anchor.position > position)
      this.#break(position + 1, `the kept head was taken at ${this.#anchor.position}: the tail is gone`)
  }

  #break(position, reason) {
    this.fault ??= { position, reason }
  }

  #event(event) {
    if (this.fault !== null) return
    const before = this.#last
    const next = event.position === before.position + 1
    if (this.#whole && !next) {
      const missing = before.position + 1
      return this.#break(missing, `position ${missing} is missing; ${event.position} follows`)
    }
    if (event.position <= before.position)
      return this.#break(event.position, `it stands after position ${before.position}`)
    const version = this.#versions.get(event.stream)
    const due = (version ?? 0) + 1
    if (this.#whole ? event.version !== due : version !== undefined && event.version < due)
      return this.#break(
        event.position,
        `${event.stream} should have version ${due} here, not ${event.version}`,
      )
    this.#versions.set(event.stream, event.version)
    if (sha256(canonical(event.data)) !== event.dataDigest)
      return this.#break(event.position, 'the data does not match its digest')
    if (sha256(canonical(event.metadata)) !== event.metadataDigest)
      return this.#break(event.position, 'the metadata does not match its digest')
    if (next && (this.#whole || this.events > 0)) {
      if (event.prevHash !== before.hash)
        return this.#break(event.position, 'it does not name the hash of the event before it')
      this.links += 1
    }
    if (hashOf(event) !== event.hash)
      return this.#break(event.position, 'its hash does not follow from what is stored')
    if (this.#anchor?.position === event.position && this.#anchor.hash !== event.hash)
      return this.#break(
        event.position,
        'its hash differs from the kept head: history was rewritten up to here',
      )
    this.events += 1
    this.#last = { position: event.position, hash: event.hash }
  }
}

function anchorOf(line, key) {
  const [mark, position, hash, at, signature] = line.trim().split(/\s+/)
  if (mark !== 'veralead-head' || !/^\d+$/.test(position ?? '') || !/^[0-9a-f]{64}$/.test(hash ?? ''))
    throw new Error('--head: must be a line "veralead-head <position> <hash> <time> <signature>"')
  if (key === undefined) return { position: Number(position), hash, signed: 'not checked' }
  const raw = Buffer.from(key, 'base64url')
  if (raw.length !== 32) throw new Error('--key: must be the 32 bytes of the public key in base64url')
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw])
  const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  const signed = Buffer.from(`${mark} ${position} ${hash} ${at}`)
  if (!verify(null, signed, publicKey, Buffer.from(signature ?? '', 'base64url')))
    throw new Error('--head: the signature does not hold under --key')
  return { position: Number(position), hash, signed: 'holds' }
}

/** base64url may begin with a dash, which `parseArgs` takes for an option unless it is tied to its name. */
function tied(args) {
  const key = args.indexOf('--key')
  return key < 0 ? args : args.toSpliced(key, 2, `--key=${args[key + 1] ?? ''}`)
}

async function main() {
  const { values, positionals } = parseArgs({
    args: tied(process.argv.slice(2)),
    allowPositionals: true,
    options: { head: { type: 'string' }, key: { type: 'string' }, json: { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1)
    throw new Error('Usage: node verify-log.mjs events.jsonl [--head "<line>"] [--key <public key>] [--json]')
  const anchor = values.head === undefined ? null : anchorOf(values.head, values.key)
  const log = new Log(anchor)
  let number = 0
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number += 1
    if (line !== '') log.line(line, number)
  }
  log.finish()
  const { fault, events, links, whole, last } = log
  const verdict = { ok: fault === null, whole, events, links, last, firstBreak: fault, keptHead: anchor }
  if (values.json) process.stdout.write(`${JSON.stringify(verdict)}\n`)
  else process.stdout.write(`${said(verdict).join('\n')}\n`)
  process.exitCode = verdict.ok ? 0 : 1
}

function said({ ok, whole, events, links, last, firstBreak, keptHead }) {
  if (!ok) return [`BROKEN at position ${firstBreak.position}: ${firstBreak.reason}.`]
  const lines = [
    whole
      ? `Proved: ${events} events, every one of them linked to the one before.`
      : `Proved for a period: ${events} events as they were recorded, ${links} of them linked to the one before.`,
    `Last event: position ${last.position}, hash ${last.hash}`,
  ]
  if (keptHead !== null)
    lines.push(
      `The kept head at position ${keptHead.position} is part of this log; its signature: ${keptHead.signed}.`,
    )
  else if (whole)
    lines.push(
      'No kept head was given: a history rewritten whole would look the same. Use --head with a mailed line.',
    )
  return lines
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 2
}
