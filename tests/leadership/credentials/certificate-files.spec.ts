import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it, test } from 'vitest'
import { pictureFile } from '#platform/pdf/drawing.ts'
import { bakePng, bakeSvg } from '../../../src/modules/leadership/credentials/baking.ts'
import { certificatePdf } from '../../../src/modules/leadership/credentials/certificate-pdf.ts'
import { directoryPage } from '../../../src/modules/leadership/credentials/directory-page.ts'
import { publicHtml } from '../../../src/modules/leadership/credentials/public-page.ts'
import { unbake } from '../../../src/modules/leadership/credentials/unbaking.ts'

import { expectTagged } from '../../support/pdf.ts'

const credential = JSON.stringify({ type: ['OpenBadgeCredential'], name: 'Zoë ]]> Łódź', n: 1 })
const picture = readFileSync(pictureFile('badge.png'))
const drawing = readFileSync(pictureFile('badge.svg'), 'utf8')
const paper = {
  id: 'Zk3mP9qR7tXw2LcV8bNdYg',
  url: 'https://veralead.example/credentials/Zk3mP9qR7tXw2LcV8bNdYg',
  name: 'Dana Whitfield',
  program: 'Authentic Leader Certification',
  issuer: 'Veralead',
  awardedOn: '2026-11-23',
  validUntil: '2028-11-23',
  cohort: { startsOn: '2026-08-31', endsOn: '2026-11-22' },
  assignments: 11,
  sessions: 2,
  credential,
}

describe('a credential in a picture', () => {
  it('is in the PNG, which still is the same picture', async () => {
    const baked = bakePng(picture, credential)
    expect(unbake(baked)).toEqual({ kind: 'png', document: credential })
    expect(bakePng(picture, credential).equals(baked)).toBe(true)
    const pixels = (png: Buffer) => sharp(png).raw().toBuffer()
    expect((await pixels(baked)).equals(await pixels(picture))).toBe(true)
  })

  it('is read from a PNG of another program, too, that compresses it', () => {
    const [head, chunk] = [picture.subarray(0, 33), deflateSync(credential)]
    const body = Buffer.concat([Buffer.from('iTXtopenbadgecredential\0\u0001\0en\0\0'), chunk])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length - 4)
    expect(unbake(Buffer.concat([head, length, body, Buffer.alloc(4), picture.subarray(33)]))).toEqual({
      kind: 'png',
      document: credential,
    })
  })

  it('is in the SVG, which a browser can still draw', async () => {
    const baked = bakeSvg(drawing, credential)
    expect(unbake(Buffer.from(baked))).toEqual({ kind: 'svg', document: credential })
    expect((await sharp(Buffer.from(baked)).metadata()).width).toBe(640)
  })

  it('is missing where a program threw it away', async () => {
    const again = await sharp(bakePng(picture, credential)).png().toBuffer()
    expect(unbake(again)).toEqual({ kind: 'png', document: null })
    expect(unbake(Buffer.from(drawing))).toEqual({ kind: 'svg', document: null })
  })

  it('breaks nothing when a file is cut off anywhere', () => {
    const baked = bakePng(picture, credential)
    for (const at of [9, 20, baked.length - 40, baked.length - 14])
      expect(unbake(baked.subarray(0, at))).toEqual({ kind: 'png', document: null })
    expect(unbake(Buffer.from('GIF89a'))).toBeNull()
    expect(unbake(Buffer.from('%PDF-1.7\n/Type /EmbeddedFile\nstream\n'))?.document).toBeNull()
  })
})

/** PNG chunks of a compressed text that is larger than it may be. */
function bombs(count: number): Buffer {
  const packed = deflateSync(Buffer.alloc(1_100_000))
  const body = Buffer.concat([Buffer.from('iTXtopenbadgecredential\0\u0001\0\0\0'), packed, Buffer.alloc(4)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 8)
  return Buffer.concat([picture.subarray(0, 8), ...Array(count).fill(Buffer.concat([length, body]))])
}

// Each of these took minutes where the time grows with the square of the size.
test.each([
  ['svg', () => Buffer.from(`<svg>${'<openbadges:credential>'.repeat(80_000)}`)],
  ['pdf', () => Buffer.from(`%PDF-${'/Type /EmbeddedFile stream\n'.repeat(70_000)}`)],
  ['pdf', () => Buffer.from(`%PDF-${'/Type /EmbeddedFile /Length 1900000 stream\n'.repeat(45_000)}`)],
  ['png', () => bombs(1_500)],
])(
  'given a hostile %s of the largest size, then it holds no credential, and nobody waits for it',
  (kind, made) => {
    expect(unbake(made())).toEqual({ kind, document: null })
  },
)

test('given fifty long names, then the first page of the directory still fits into one flight to a new visitor', () => {
  const entries = Array.from({ length: 50 }, () => ({
    id: randomBytes(16).toString('base64url'),
    name: randomBytes(60).toString('base64'),
    awardedAt: new Date('2026-11-23'),
    validUntil: new Date('2028-11-23'),
  }))
  const page = directoryPage({ entries, total: 1_000, pageSize: 50, page: 1, text: '' })
  const site = { brandName: 'Veralead', publicUrl: paper.url }
  // The headers have about a kilobyte.
  expect(gzipSync(publicHtml(page, site)).length).toBeLessThan(13_000)
})

describe('the certificate', () => {
  it('is one page across that says what was done, with the credential attached, the same bytes each time', async () => {
    const bytes = await certificatePdf(paper)
    expect((await certificatePdf(paper)).equals(bytes)).toBe(true)
    expect([...(await expectTagged(bytes))]).toEqual(expect.arrayContaining(['H1', 'P', 'Figure', 'Link']))
    expect(unbake(bytes)).toEqual({ kind: 'pdf', document: credential })
    const pdf = await getDocumentProxy(new Uint8Array(bytes))
    const { text } = await extractText(pdf, { mergePages: true })
    expect(pdf.numPages).toBe(1)
    for (const words of [
      'Dana Whitfield',
      'from August 31, 2026 to November 22, 2026',
      'eleven of twelve assignments',
      'November 23, 2028',
      'veralead.example/credentials/Zk3mP9qR7tXw2LcV8bNdYg',
    ])
      expect(text.replace(/\s+/g, ' ')).toContain(words)
    expect([...((await pdf.getAttachments()) as unknown as Map<string, unknown>).keys()]).toEqual([
      'credential.json',
    ])
  })

  it('names the private coaching sessions that there were, and none where there were none', async () => {
    const textOf = async (sessions: number): Promise<string> => {
      const pdf = await getDocumentProxy(new Uint8Array(await certificatePdf({ ...paper, sessions })))
      return (await extractText(pdf, { mergePages: true })).text.replace(/\s+/g, ' ')
    }
    expect(await textOf(1)).toContain(
      'eleven of twelve assignments, one private coaching session, and a final',
    )
    expect(await textOf(0)).toContain('eleven of twelve assignments, and a final')
  })

  it('lets no name out of its frame', async () => {
    for (const name of [
      'W'.repeat(100),
      'Maximiliana Konstantinopolskaya-Featherstonehaugh von Hohenzollern-Sigmaringen',
      'محمد الأمين بن عبد الرحمن بن عبد العزيز الكواكبي القاهري الإسكندراني المصري',
      '寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う寝る処に住む処',
      'Nguyễn Phúc Hồng Nhậm Công Tằng Tôn Nữ Thị Huỳnh Phương Nguyệt Quỳnh',
    ]) {
      const pdf = await getDocumentProxy(new Uint8Array(await certificatePdf({ ...paper, name })))
      const page = await pdf.getPage(1)
      for (const item of (await page.getTextContent()).items) {
        if (!('transform' in item)) continue
        const [x, y] = [item.transform[4] as number, item.transform[5] as number]
        expect(x).toBeGreaterThan(74)
        expect(x + item.width).toBeLessThan(768)
        expect(y).toBeGreaterThan(74)
      }
    }
  })
})
