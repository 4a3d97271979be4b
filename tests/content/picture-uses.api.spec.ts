import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tree } from '../../src/modules/content/sections/tree.ts'
import { startApp, type TestApp } from '../support/app.ts'
import type { HttpClient } from '../support/http-client.ts'

type Pages = Tree['pages']

describe('where an uploaded picture is used', () => {
  let app: TestApp
  let editor: HttpClient
  let shade = 0

  const upload = async (): Promise<string> => {
    shade += 30
    const create = { width: 20, height: 20, channels: 3, background: { r: shade, g: 9, b: 9 } } as const
    const raw = await sharp({ create }).png().toBuffer()
    const answer = await editor.send('POST', '/api/cms/uploads?name=a.png&alt=A+keel', { raw })
    expect(answer.status, answer.text).toBe(200)
    return answer.body.picture.name
  }
  const pages = async (): Promise<Pages> => (await editor.get('/api/cms/admin')).body.pages
  const save = (changed: Pages) => editor.put('/api/cms', { pages: changed })
  const usesOf = async (name: string) =>
    (await editor.get('/api/cms/uploads')).body.pictures.find((each: { name: string }) => each.name === name)
      ?.use
  const remove = (name: string) =>
    editor.send('DELETE', `/api/cms/uploads/${name.replace('uploads/', '')}`, {})
  const isServed = async (name: string) => (await fetch(new URL(`/assets/${name}`, app.url))).status === 200

  /** The pages with the picture in the book of the home page and as the social picture of about. */
  const naming = (all: Pages, name: string): Pages =>
    structuredClone(all).map((page) => {
      for (const section of page.sections)
        if (section.id === 'book') section.fields.media = { desktop: { illustration: name }, alt: 'A keel' }
      return page.route === '/about' ? { ...page, image: name } : page
    })

  beforeAll(async () => {
    app = await startApp()
    editor = await app.staff()
  })
  afterAll(() => app?.stop())

  it('given a picture in a section and as a social picture, then both places are named with their channels', async () => {
    const name = await upload()
    const before = await pages()
    expect((await save(naming(before, name))).status).toBe(200)
    const book = ['pages', '/home', 'sections', 'book', 'fields', 'media', 'desktop', 'illustration']
    expect(await usesOf(name)).toEqual({
      places: [
        { steps: book, channels: ['development'] },
        { steps: ['pages', '/about', 'image'], channels: ['development'] },
      ],
      older: [],
    })
    expect((await editor.post('/api/cms/publish')).status).toBe(200)
    expect((await usesOf(name)).places[0].channels).toEqual(['development', 'production'])
    const { version } = (await editor.get('/api/cms/admin')).body
    // Neither channel shows it any more; two versions can be restored.
    await save(before)
    await editor.post('/api/cms/publish')
    const { places, older } = await usesOf(name)
    expect(places).toEqual([])
    expect(older).toHaveLength(2)
    expect(older).toContain(version)
    const refused = await remove(name)
    expect([refused.status, refused.body.code]).toEqual([409, 'PICTURE_USED'])
    expect(refused.body.message).toBe(
      `The picture is used in version ${Math.max(...older)}, so it was not removed.`,
    )
    expect(await isServed(name)).toBe(true)
  })

  it('given a picture that no version names, then it is removed with its file, once, and the audit knows', async () => {
    const name = await upload()
    expect(await usesOf(name)).toEqual({ places: [], older: [] })
    expect((await remove(name)).status).toBe(200)
    expect(await usesOf(name)).toBeUndefined()
    expect(await isServed(name)).toBe(false)
    expect((await remove(name)).status).toBe(404)
    const { entries } = (await editor.get('/api/audit')).body
    expect(JSON.stringify(entries)).toContain(`a.png as ${name}`)
    // A draft that still names it is told.
    const late = await save(naming(await pages(), name))
    expect([late.status, late.body.code]).toEqual([400, 'PICTURE_NOT_FOUND'])
    expect(late.body.message).toContain('/home › sections › book')
  })

  it('given a save and a removal at once, then either is refused, and no version names a missing file', async () => {
    for (let round = 0; round < 8; round += 1) {
      const name = await upload()
      const tree = naming(await pages(), name)
      const [saved, removed] = await Promise.all([save(tree), remove(name)])
      expect([saved.status, removed.status].toSorted()).toEqual(
        [200, saved.status === 200 ? 409 : 400].toSorted(),
      )
      expect(await isServed(name)).toBe(saved.status === 200)
    }
  })

  it('given the same picture uploaded while it is removed, then a listed picture has its file', async () => {
    const raw = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#A8520F' } })
      .png()
      .toBuffer()
    const again = () => editor.send('POST', '/api/cms/uploads?name=b.png&alt=x', { raw })
    const name = (await again()).body.picture.name
    for (let round = 0; round < 8; round += 1) {
      await Promise.all([remove(name), again()])
      expect(await isServed(name)).toBe((await usesOf(name)) !== undefined)
    }
  })
})
