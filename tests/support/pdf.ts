import { getDocumentProxy } from 'unpdf'
import { expect } from 'vitest'

/** Where a text is on its page, in points from the upper left. */
export interface Box {
  text: string
  page: number
  left: number
  right: number
  top: number
  bottom: number
}

const pagesOf = async (bytes: Buffer) => {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  return Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)))
}

/** Each text of a PDF as its reader finds it, from the line of its small letters to that of its descenders. */
export async function boxesOf(bytes: Buffer): Promise<Box[]> {
  const boxes: Box[] = []
  for (const [page, each] of (await pagesOf(bytes)).entries()) {
    const { height } = each.getViewport({ scale: 1 })
    for (const item of (await each.getTextContent()).items) {
      if (!('transform' in item) || item.str.trim() === '') continue
      const [, , , size, x, y] = item.transform as number[]
      const baseline = height - y!
      const [top, bottom] = [baseline - size! * 0.6, baseline + size! * 0.2]
      boxes.push({ text: item.str, page, left: x!, right: x! + item.width, top, bottom })
    }
  }
  return boxes
}

/** The reader measures parts of a line without the kerning between them. */
const kerning = 4

/** The texts that lie on another one. */
export function overlapping(boxes: readonly Box[]): string[] {
  const lie = (a: Box, b: Box): boolean =>
    a.page === b.page &&
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > kerning &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0
  return boxes.flatMap((box, index) =>
    boxes.slice(index + 1).flatMap((other) => (lie(box, other) ? [`${box.text} | ${other.text}`] : [])),
  )
}

interface Node {
  role?: string
  type?: string
  id?: string
  children?: Node[]
}

/** Fails unless each text is in an element of the structure or an artifact, and title and language are there. @returns the roles */
export async function expectTagged(bytes: Buffer): Promise<Set<string>> {
  const file = bytes.toString('latin1')
  for (const part of [/^%PDF-1\.7/, /\/Marked true/, /\/Lang \(en/, /\/DisplayDocTitle true/, /<dc:title>/])
    expect(file).toMatch(part)
  const roles = new Set<string>()
  for (const page of await pagesOf(bytes)) {
    const tagged = new Set<string>()
    const walk = (node: Node): void => {
      if (node.type === 'content' && node.id !== undefined) tagged.add(node.id)
      if (node.role !== undefined) roles.add(node.role)
      node.children?.forEach(walk)
    }
    const tree = (await page.getStructTree()) as Node | null
    if (tree !== null) walk(tree)
    const open: (string | undefined)[] = []
    for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
      if ('str' in item) {
        if (item.str.trim() === '') continue
        expect(
          open.some((one) => one === 'Artifact' || (one !== undefined && tagged.has(one))),
          `"${item.str}" is in an element or an artifact`,
        ).toBe(true)
      } else if (item.type === 'endMarkedContent') open.pop()
      else open.push((item as { tag?: string }).tag === 'Artifact' ? 'Artifact' : item.id)
    }
  }
  return roles
}
