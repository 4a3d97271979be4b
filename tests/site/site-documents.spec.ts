import { expect, test } from 'vitest'
import { DocumentTable } from '#platform/http/document-table.ts'
import { SiteDocuments } from '../../src/server/pages/site-documents.ts'

test('given several pages, when all are rendered again, then requests have their turn between two of them', async () => {
  const happened: string[] = []
  const paths = ['/', '/aboutus', '/certification']
  const entry = {
    render: (route: string) => {
      happened.push(route)
      setImmediate(() => happened.push('turn'))
      return { html: '<p>', head: '', status: 200 as const }
    },
    documentOf: () => undefined,
    addresses: paths.map((path) => ({ path, rendered: true })),
    aliases: {},
  }
  const headers = { plain: {}, document: () => ({}) }
  const documents = new SiteDocuments(
    new DocumentTable(),
    headers as never,
    async () => entry as never,
    '<!--app-head--><!--app-html-->',
    async () => ({ publicUrl: 'https://veralead.example', brandName: 'Veralead' }) as never,
  )
  await documents.prerender()
  expect(happened.filter((each) => each !== 'turn')).toEqual(paths)
  expect(happened.slice(0, 5)).toEqual(['/', 'turn', '/aboutus', 'turn', '/certification'])
})
