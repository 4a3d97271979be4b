import type { DocumentCheck } from './check-document.ts'
import { largestFile } from './contract-public.ts'
import { isOurFile } from './credential-files.ts'
import type { CredentialRegister } from './credential-register.ts'
import { type Unbaked, unbake } from './unbaking.ts'
import type { Checked } from './verify-page.ts'

const kinds: Record<Unbaked['kind'], string> = {
  json: 'the JSON file',
  jwt: 'the JWT',
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
  const file = await fileIn(body, type)
  if (file === null || file.length === 0) return { problem: 'Choose a file first.' }
  if (file.length > largestFile)
    return { problem: 'The file is larger than 2 MB. Files of ours are smaller.' }
  const found = unbake(file)
  if (found === null)
    return { problem: 'Credentials travel as PDF, PNG, SVG, JSON or JWT. This file is none of these.' }
  if (found.document === null)
    return { problem: `There is no credential in this file. ${lostCredentialHint}` }
  const { kind, document: text } = found
  const result = await check.check(text)
  const checked = { result, from: kinds[kind] }
  const { document } = result
  if (kind === 'json' || kind === 'jwt' || document === null) return checked
  const view = await register.find(document.id.slice(document.id.lastIndexOf('/') + 1))
  const isOurs = view !== null && (await isOurFile(file, kind, view, { document, text }))
  return { ...checked, isAltered: !isOurs }
}

/** Checks the credential at an address of this site, or of an id alone. */
export async function checkedAddress(
  input: string,
  publicUrl: string,
  register: CredentialRegister,
  check: DocumentCheck,
): Promise<Checked> {
  const [, site, id] = /^(?:(.*)\/credentials\/)?([\w-]{22})(?:[/.?#].*)?$/.exec(input) ?? []
  if (id === undefined)
    return { problem: 'An address of ours ends in /credentials/ and a number of 22 letters and figures.' }
  const { host } = new URL(publicUrl)
  if (site && site.replace(/^https?:\/\//i, '').toLowerCase() !== host)
    return { problem: `This address is not ours: ours begin with ${publicUrl}. Do not rely on it.` }
  const view = await register.find(id)
  if (view === null) return { problem: 'We have issued no credential with this number.' }
  if (view.document === null)
    return { problem: 'This credential was withdrawn, and what was kept of the person is deleted.' }
  return { result: await check.check(view.document.json), from: `the credential at ${view.address}` }
}

/** The file of a multipart form, parsed by the runtime. Null for a body that is not such a form. */
async function fileIn(body: Buffer, type: string): Promise<Buffer | null> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
    const file = form.get('file')
    return file instanceof Blob ? Buffer.from(await file.arrayBuffer()) : null
  } catch {
    return null
  }
}
