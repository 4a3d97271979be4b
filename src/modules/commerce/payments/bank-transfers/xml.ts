import { XMLParser, XMLValidator } from 'fast-xml-parser'

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
const textName = '#text'
const attributesName = ':@'
/** What XML itself knows: the document type, which could define more, is refused. */
const knownEntity = /&(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});/gi

/** What the validator says at the beginning of a second document. */
const severalRoots = /Multiple possible root nodes|XML declaration allowed only at the start/

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  textNodeName: textName,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Also characters by their number; names of HTML are refused below.
  htmlEntities: true,
  maxNestedTags: mostDeep,
})

/**
 * The root element. A document type is refused before anything is read, so there are no entities but those of XML itself:
 * nothing outside of the file is ever read, and nothing in it grows.
 * @throws XmlFault
 */
export function parseXml(bytes: Uint8Array): XmlElement {
  const source = decoded(bytes)
  if (/<!DOCTYPE/i.test(source)) throw new XmlFault('It contains a document type, which is not accepted.')
  const valid = XMLValidator.validate(source)
  if (valid !== true && severalRoots.test(valid.err.msg))
    throw new XmlFault(
      'It holds several documents, one after the other. Import each of them as a file of its own.',
    )
  if (valid !== true) throw new XmlFault(`It is not well-formed in line ${valid.err.line}: ${valid.err.msg}`)
  refuseEntities(source)
  let nodes: Node[]
  try {
    nodes = parser.parse(source)
  } catch {
    throw new XmlFault('It is too large or nested too deep.')
  }
  const [root, ...others] = elementsOf(nodes)
  if (root === undefined || others.length > 0) throw new XmlFault('It is not one whole XML document.')
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

/** As the parser answers it: one property with the element's name, or the text. */
type Node = Record<string, Node[] | string | Record<string, string>>

function elementsOf(nodes: readonly Node[]): XmlElement[] {
  return nodes.flatMap(({ [attributesName]: attributes, ...node }) => {
    const [name, children] = Object.entries(node)[0] ?? []
    if (name === undefined || name === textName || !Array.isArray(children)) return []
    const text = children.map((child) => child[textName] ?? '').join('')
    return [{ name, attributes: { ...(attributes as object) }, children: elementsOf(children), text }]
  })
}

/** Comments, CDATA and instructions, or a whole tag: `<!--` in an attribute begins nothing, and is not looked for an end of. */
const markup =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<[^!?"'>][^"'>]*(?:(?:"[^"]*"|'[^']*')[^"'>]*)*>/g

/** The parser leaves an unknown entity unchanged. The file is well-formed here: what begins ends. */
function refuseEntities(source: string): void {
  const text = source.replace(markup, (one) => (one.startsWith('<!') ? '' : one)).replace(knownEntity, '')
  const unknown = /&[^;\s<]{0,20}/.exec(text)
  if (unknown !== null) throw new XmlFault(`It contains ${unknown[0]}, which is not accepted.`)
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
