import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import type { HttpClient } from '../support/http-client.ts'
import { S3StandIn } from '../support/s3-stand-in.ts'

const script = '<script>alert(1)</script>'
const svg = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`

const painted = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#A8520F' } })

/** A grey PNG of any size; a few kilobytes for as many rows as its header promises. */
function grey(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('uploading a picture', () => {
  let app: TestApp
  let editor: HttpClient

  const upload = (raw: Buffer, name: string, alt = 'A keel on the stocks', type = 'image/png') =>
    editor.send('POST', `/api/cms/uploads?${new URLSearchParams({ name, alt })}`, {
      raw,
      headers: { 'content-type': type },
    })

  beforeAll(async () => {
    app = await startApp()
    editor = await app.staff()
  })
  afterAll(() => app?.stop())

  it('given a picture wider than any page, then it is kept as a smaller WebP and shown from then on', async () => {
    const answer = await upload(await painted(3_000, 1_500).png().toBuffer(), 'keel.png')
    expect(answer.body.picture).toMatchObject({ width: 2_400, height: 1_200, alt: 'A keel on the stocks' })
    const shown = await fetch(new URL(`/assets/${answer.body.picture.name}`, app.url))
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toBe('image/webp')
    expect(shown.headers.get('cache-control')).toContain('immutable')
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).format).toBe('webp')
    const { pictures } = (await editor.get('/api/cms/uploads')).body
    expect(pictures[0].name).toBe(answer.body.picture.name)
  })

  it('given each admitted type, then it is taken', async () => {
    const image = painted(40, 30)
    for (const [name, bytes] of [
      ['a.jpg', await image.clone().jpeg().toBuffer()],
      ['a.webp', await image.clone().webp().toBuffer()],
      ['a.gif', await image.clone().gif().toBuffer()],
      ['a.avif', await image.clone().avif().toBuffer()],
    ] as const) {
      expect((await upload(bytes, name)).status, name).toBe(200)
    }
  })

  it('given a script behind the picture and a place in its metadata, then neither is in what is kept', async () => {
    const bytes = await painted(40, 30)
      .jpeg()
      .withExif({ IFD0: { Copyright: script } })
      .toBuffer()
    const answer = await upload(Buffer.concat([bytes, Buffer.from(svg)]), 'polyglot.jpg')
    expect(answer.status).toBe(200)
    const shown = await fetch(new URL(`/assets/${answer.body.picture.name}`, app.url))
    expect(Buffer.from(await shown.arrayBuffer()).toString('latin1')).not.toContain('alert(1)')
  })

  it('given hostile files, then each is refused in words and nothing is kept', async () => {
    const png = await painted(40, 30).png().toBuffer()
    // A header that promises 60,000 × 60,000 pixels.
    const bomb = Buffer.from(png)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    const big = await painted(9_000, 9_000).png({ compressionLevel: 9 }).toBuffer()
    const before = (await editor.get('/api/cms/uploads')).body.pictures.length
    const hostile: [string, Buffer][] = [
      ['drawing.svg', Buffer.from(svg)],
      ['drawing.png', Buffer.from(svg)],
      ['page.jpg', Buffer.from(`<!doctype html>${script}`)],
      ['paper.png', Buffer.from('%PDF-1.7 nothing')],
      [
        'magick.gif',
        Buffer.from('push graphic-context viewbox 0 0 1 1 image over 0,0 0,0 "ephemeral:/etc/passwd"'),
      ],
      ['half.png', png.subarray(0, 60)],
      ['gif-in-name-only.gif', Buffer.from(`GIF89a${script}`)],
      ['bomb.png', bomb],
      ['big.png', big],
      ['empty.png', Buffer.alloc(0)],
    ]
    for (const [name, bytes] of hostile) {
      const answer = await upload(bytes, name)
      expect(answer.status, name).toBe(400)
      expect(answer.body.message, name).toMatch(/picture/i)
    }
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
    const frames = Buffer.concat([9, 200].map((grey) => Buffer.alloc(20 * 20 * 3, grey)))
    const raw = { width: 20, height: 40, channels: 3, pageHeight: 20 } as const
    const moving = await sharp(frames, { raw })
      .gif({ delay: [100, 100] })
      .toBuffer()
    // The signature and the header of a PNG, then the chunk that announces its frames.
    const animation = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(12)])
    const movingPng = Buffer.concat([png.subarray(0, 33), animation, png.subarray(33)])
    for (const [name, bytes, said] of [
      ['IMG_0001.HEIC', heic, /HEIC, as iPhones save photos: save or export it as JPEG/],
      ['scan.tiff', Buffer.from('II*\0rest', 'latin1'), /TIFF: save it as JPEG or PNG/],
      ['drawing.svg', Buffer.from(svg), /SVG drawings can hold scripts/],
      ['moving.gif', moving, /^This GIF moves, and only still pictures are taken/],
      ['moving.png', movingPng, /^This PNG moves, and only still pictures are taken/],
      ['moving.avif', Buffer.from('\0\0\0\x18ftypavis\0\0\0\0avif', 'latin1'), /^This AVIF moves/],
    ] as const) {
      const answer = await upload(bytes, name)
      expect([answer.status, answer.body.message], name).toEqual([400, expect.stringMatching(said)])
      expect(answer.body.fields, name).toEqual([{ path: 'file', message: answer.body.message }])
    }
    expect((await editor.get('/api/cms/uploads')).body.pictures).toHaveLength(before)
  }, 60_000)

  it('given a name with another ending or none, then the picture is taken: its bytes are what counts', async () => {
    const jpeg = await painted(40, 30).jpeg().toBuffer()
    for (const name of ['Bild.jfif', 'photo', 'named-otherwise.png'])
      expect((await upload(jpeg, name)).status, name).toBe(200)
  })

  it('given a picture as long as it has pixels, then it is measured and refused without being decoded (S-8)', async () => {
    for (const [width, height, said] of [
      [1, 40_000_000, '1 × 40,000,000'],
      [40_000_000, 1, '40,000,000 × 1'],
      [16_385, 2, '16,385 × 2'],
      [9_000, 9_000, '9,000 × 9,000'],
    ] as const) {
      const bytes = grey(width, height)
      expect(bytes.length).toBeLessThan(90_000)
      const began = performance.now()
      const answer = await upload(bytes, 'long.png')
      expect(performance.now() - began, said).toBeLessThan(3_000)
      expect(answer.status).toBe(400)
      expect(answer.body.message).toBe(
        `The picture is ${said} pixels. Each side must be at most 16,384 pixels, and all of it at most 40 million.`,
      )
    }
    expect((await upload(grey(16_384, 2), 'wide.png')).status).toBe(200)
  }, 120_000)

  it('given many pictures at once, then one is decoded at a time, a few wait, and the others are told to come back (S-8)', async () => {
    let most = 0
    const look = setInterval(() => {
      const { queue, process } = sharp.counters()
      // Not their sum: a picture that goes from one to the other between the two readings would count twice.
      most = Math.max(most, queue, process)
    }, 1)
    const bytes = grey(5_000, 5_000)
    const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => upload(bytes, `${n}.png`)))
    clearInterval(look)
    expect(most).toBe(1)
    const taken = answers.filter(({ status }) => status === 200)
    const busy = answers.filter(({ status }) => status === 429)
    expect(taken.length).toBeGreaterThanOrEqual(9)
    expect(busy.length).toBeGreaterThan(0)
    expect(taken.length + busy.length).toBe(14)
    for (const { headers, body } of busy) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(body).toMatchObject({ code: 'PICTURES_BUSY' })
    }
    expect((await upload(await painted(20, 20).png().toBuffer(), 'later.png')).status).toBe(200)
  }, 60_000)

  it('given more than 10 MB, then it is refused before it is looked at', async () => {
    expect((await upload(Buffer.alloc(10_000_001, 1), 'film.png')).status).toBe(413)
  })

  it('given no alternative text, then it is asked for, unless the picture is decoration', async () => {
    const bytes = await painted(20, 20).png().toBuffer()
    const without = await upload(bytes, 'a.png', ' ')
    expect(without.status).toBe(400)
    expect(without.body.message).toContain('alt')
    const decoration = await editor.send('POST', '/api/cms/uploads?name=a.png&decorative=true', {
      raw: bytes,
    })
    expect(decoration.body.picture.alt).toBe('')
  })

  it('given nobody signed in, or a name that leads elsewhere, then nothing is taken or shown', async () => {
    const guest = app.client()
    const raw = await painted(20, 20).png().toBuffer()
    expect((await guest.send('POST', '/api/cms/uploads?name=a.png&alt=x', { raw })).status).toBe(401)
    for (const path of ['..%2f..%2fetc%2fpasswd', 'x.svg', `${'a'.repeat(24)}.webp`]) {
      expect((await guest.get(`/assets/uploads/${path}`)).status, path).toBeGreaterThanOrEqual(400)
    }
  })
})

describe('uploading a picture where documents are kept in S3', () => {
  it('given an upload, then its bytes lie in the bucket and visitors get them from there', async () => {
    vi.stubEnv('AWS_REGION', 'eu-central-1')
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'key-of-the-tests')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
    const service = await S3StandIn.open('key-of-the-tests')
    const app = await startApp({ env: { DOCUMENTS_S3_URL: `${service.url}/bucket/live` } })
    try {
      const editor = await app.staff()
      const answer = await editor.send('POST', '/api/cms/uploads?name=keel.png&alt=A+keel', {
        raw: await painted(40, 30).png().toBuffer(),
        headers: { 'content-type': 'image/png' },
      })
      expect(answer.status, answer.text).toBe(200)
      const { name } = answer.body.picture
      const stored = service.objects.get(`/bucket/live/${name}`)
      expect(stored?.type).toBe('image/webp')
      const shown = await fetch(new URL(`/assets/${name}`, app.url))
      expect(Buffer.from(await shown.arrayBuffer()).equals(stored?.bytes ?? Buffer.of())).toBe(true)
      expect((await fetch(new URL(`/assets/uploads/${'0'.repeat(24)}.webp`, app.url))).status).toBe(404)
    } finally {
      await app.stop()
      await service.close()
      vi.unstubAllEnvs()
    }
  })
})
