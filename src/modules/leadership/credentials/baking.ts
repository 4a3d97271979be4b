import { crc32 } from 'node:zlib'

/** Keyword of the PNG chunk and namespace of the SVG element with a credential: https://www.imsglobal.org/spec/ob/v3p0#baking. */
export const bakedKeyword = 'openbadgecredential'
export const bakedNamespace = 'https://purl.imsglobal.org/ob/v3p0'

/** The PNG with the credential in an iTXt chunk (international text) before its end. Equal input gives equal bytes. */
export function bakePng(picture: Buffer, credential: string): Buffer {
  // Not compressed, no language, no translation: three zero bytes and one that ends the keyword.
  const body = Buffer.concat([Buffer.from(`iTXt${bakedKeyword}`), Buffer.alloc(5), Buffer.from(credential)])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), chunk.length - 4)
  // The last chunk, IEND, always has twelve bytes.
  return Buffer.concat([picture.subarray(0, -12), chunk, picture.subarray(-12)])
}

/** The SVG with the credential as its first element. */
export function bakeSvg(drawing: string, credential: string): string {
  const element = `<openbadges:credential><![CDATA[${credential.replaceAll(']]>', ']]]]><![CDATA[>')}]]></openbadges:credential>`
  return drawing.replace(
    /<svg\b([^>]*)>/,
    (_, attributes: string) => `<svg xmlns:openbadges="${bakedNamespace}"${attributes}>${element}`,
  )
}
