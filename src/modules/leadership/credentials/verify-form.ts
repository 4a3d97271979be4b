import { type DocumentCheck, refusedResult } from './check-document.ts'
import { largestFile } from './contract-public.ts'
import { isOurFile } from './credential-files.ts'
import type { CredentialRegister } from './credential-register.ts'
import { credentialsIn } from './credentials-in.ts'
import type { OwnHosts } from './did.ts'
import { type Unbaked, unbake } from './unbaking.ts'
import type { Checked, Found } from './verify-page.ts'

const kinds: Record<Unbaked['kind'], string> = {
  json: 'the JSON file',
  png: 'the credential inside the picture (PNG)',
  svg: 'the credential inside the drawing (SVG)',
  pdf: 'the credential attached to the PDF',
}

const lostCredentialHint =
  'Programs that save a picture or a PDF again often lose the credential inside. Take the file from the page of the credential, or check its address below.'

/** Checks the file of a submitted form. Nothing is stored. */
export async function checkedForm(
  body: Buffer,
  type: string,
  register: CredentialRegister,
  check: DocumentCheck,
): Promise<Checked> {
  const file = fileIn(body, type)
  if (file === null || file.length === 0) return { problem: 'Choose a file first.' }
  if (file.length > largestFile) return { problem: 'The file is larger than 2 MB. Ours are smaller.' }
  const unbaked = unbake(file)
  if (unbaked === null)
    return { problem: 'Credentials travel as PDF, PNG, SVG or JSON. This file is none of these.' }
  if (unbaked.document === null)
    return { problem: `There is no credential in this file. ${lostCredentialHint}` }
  const { kind, document: text } = unbaked
  const from = kinds[kind]
  const read = credentialsIn(text)
  if ('problem' in read)
    return read.verdict === null ? read : { found: [{ result: refusedResult(read), from }] }
  const { credentials, around } = read
  const found: Found[] = []
  for (const credential of credentials) found.push({ result: await check.checkParsed(credential), from })
  const [first] = found
  const document = first?.result.document ?? null
  if (kind !== 'json' && first !== undefined && document !== null) {
    const view = await register.find(document.id.slice(document.id.lastIndexOf('/') + 1))
    const isOurs = view !== null && (await isOurFile(file, kind, view, { document, text }))
    if (!isOurs) first.around = 'altered'
  } else if (around.kind === 'presentation') {
    for (const each of found) each.around = 'presentation'
  } else if (around.kind === 'bundle' && first !== undefined && !(await check.isOwnBundle(around.bundle)))
    first.around = 'foreign'
  return { found }
}

/** Checks the credential at an address of this site, or of an id alone. */
export async function checkedAddress(
  input: string,
  publicUrl: string,
  hosts: OwnHosts,
  register: CredentialRegister,
  check: DocumentCheck,
): Promise<Checked> {
  const [, site, id] = /^(?:(.*)\/credentials\/)?([\w-]{22})(?:[/.?#].*)?$/.exec(input) ?? []
  if (id === undefined)
    return { problem: 'Our addresses end in /credentials/ and a number of 22 letters and digits.' }
  if (site && !hosts.has(site.replace(/^https?:\/\//i, '').toLowerCase()))
    return { problem: `This address is not ours: ours begin with ${publicUrl}. Do not rely on it.` }
  const view = await register.find(id)
  if (view === null) return { problem: 'We have issued no credential with this number.' }
  if (view.document === null)
    return { problem: 'This credential was withdrawn, and the holder’s data was deleted.' }
  return {
    found: [{ result: await check.check(view.document.json), from: `the credential at ${view.address}` }],
  }
}

const headersEnd = Buffer.from('\r\n\r\n')
/** Of the one part of the form; browsers send two. */
const mostHeaders = 20
const longestHeaders = 8_000

/**
 * The file of a multipart form (RFC 7578) whose one part is `file`. Null for every other body: the time that it takes does not
 * grow with the number of parts.
 */
function fileIn(body: Buffer, type: string): Buffer | null {
  const boundary = /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
    type,
  )
  if (boundary === null) return null
  const line = `--${boundary[1] ?? boundary[2]}`
  const next = Buffer.from(`\r\n${line}`)
  if (!body.subarray(0, line.length + 2).equals(Buffer.from(`${line}\r\n`))) return null
  const start = body.subarray(0, longestHeaders).indexOf(headersEnd)
  const end = body.indexOf(next, Math.max(start, 0) + 2)
  if (
    start < 0 ||
    end < 0 ||
    !body.subarray(end + next.length, end + next.length + 2).equals(Buffer.from('--'))
  )
    return null
  const headers = body.toString('latin1', line.length + 2, start).split('\r\n')
  const isFile = headers.some((header) => /^content-disposition:\s*form-data;.*\bname="file"/i.test(header))
  return isFile && headers.length <= mostHeaders ? body.subarray(start + headersEnd.length, end) : null
}
