/** An element; names without their prefix, attributes without namespaces. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  /** Its own text, of all its parts together. */
  text: string
}

/** The file is not such XML; the message is for the person who chose it. */
export class XmlFault extends Error {}

const mostDeep = 64
const mostElements = 1_000_000
const token =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<(\/?)([^\s/>"'=<]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>/y
const attribute = /\s*([^\s=]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * The root element. Knows no document type and so no entities but the five of XML itself: nothing outside of the file
 * is ever read, and nothing in it grows.
 * @throws XmlFault
 */
export function parseXml(bytes: Uint8Array): XmlElement {
  const source = decoded(bytes)
  if (/<!DOCTYPE/i.test(source)) throw new XmlFault('It contains a document type, which is not accepted.')
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [top]
  let elements = 0
  let at = 0
  while (at < source.length) {
    const inner = open.at(-1) ?? top
    const next = source.indexOf('<', at)
    inner.text += plain(source.slice(at, next < 0 ? source.length : next))
    if (next < 0) break
    token.lastIndex = next
    const found = token.exec(source)
    if (found === null) throw new XmlFault(`It is not well-formed at character ${next + 1}.`)
    at = token.lastIndex
    const [, data, closes, name, attributes, isEmpty] = found
    if (data !== undefined) inner.text += data
    if (name === undefined) continue
    if (closes) {
      if (open.length === 1 || inner.name !== local(name)) throw new XmlFault(`</${name}> closes nothing.`)
      open.pop()
      continue
    }
    elements += 1
    if (open.length > mostDeep || elements > mostElements)
      throw new XmlFault('It is too large or nested too deep.')
    const element = { name: local(name), attributes: attributesOf(attributes ?? ''), children: [], text: '' }
    inner.children.push(element)
    if (!isEmpty) open.push(element)
  }
  const [root, ...others] = top.children
  if (open.length > 1 || root === undefined || others.length > 0 || top.text.trim() !== '')
    throw new XmlFault('It is not one whole XML document.')
  return root
}

/** The children under a path of names, of all elements on the way. */
export function all(element: XmlElement | undefined, ...path: string[]): XmlElement[] {
  let found = element === undefined ? [] : [element]
  for (const name of path)
    found = found.flatMap(({ children }) => children.filter((each) => each.name === name))
  return found
}

/** The text of the first element under a path; null when there is none, or nothing in it. */
export function textAt(element: XmlElement | undefined, ...path: string[]): string | null {
  return all(element, ...path)[0]?.text.trim() || null
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  const mark =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  const head = String.fromCharCode(...bytes.subarray(0, 200))
  const label = mark ?? /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    throw new XmlFault(`Its characters are not ${label}.`)
  }
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

function attributesOf(text: string): Record<string, string> {
  const found: Record<string, string> = {}
  attribute.lastIndex = 0
  for (let one = attribute.exec(text); one !== null; one = attribute.exec(text)) {
    found[local(one[1] ?? '')] = plain(one[2] ?? one[3] ?? '')
  }
  return found
}

function plain(text: string): string {
  return text.replace(/&([^;\s]{1,10});?/g, (whole, name: string) => {
    const code = /^#(?:x([\da-f]+)|(\d+))$/i.exec(name)
    const point =
      code === null ? null : Number.parseInt(code[1] ?? code[2] ?? '', code[1] === undefined ? 10 : 16)
    if (point !== null && whole.endsWith(';') && point > 8 && point <= 0x10ffff)
      return String.fromCodePoint(point)
    const character = Object.hasOwn(named, name) && whole.endsWith(';') ? named[name] : undefined
    if (character === undefined) throw new XmlFault(`It contains &${name}, which is not accepted.`)
    return character
  })
}
