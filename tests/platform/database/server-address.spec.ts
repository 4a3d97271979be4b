import { describe, expect, it } from 'vitest'
import { openServer } from '#platform/database/server-address.ts'

const dataDir = { path: '/nowhere', explicit: false }
const open = (url: string, adminUrl: string) =>
  openServer(
    { dataDir, database: { kind: 'url', url, adminUrl, separateRoles: url !== adminUrl } },
    () => undefined,
  )

describe('the address of a given server', () => {
  it('given two roles, then the site gets the one and migrations grant to it, without a warning', async () => {
    const server = await open(
      'postgres://site:a@db.example:5432/shop',
      'postgres://owner:b@db.example:5432/shop',
    )
    expect(server).toMatchObject({ appRole: 'site', warning: undefined })
    expect(server.url).toContain('site')
    expect(server.adminUrl).toContain('owner')
  })

  it.each([
    ['one address', 'postgres://me:secret@db.example/shop', 'postgres://me:secret@db.example/shop'],
    [
      'two addresses of one role',
      'postgres://me:secret@db.example/shop',
      'postgres://me:secret@db.example/shop?sslmode=require',
    ],
  ])('given %s, then it warns, grants nothing and prints no password', async (_, url, adminUrl) => {
    const server = await open(url, adminUrl)
    expect(server.appRole).toBeUndefined()
    expect(server.warning).toMatch(/one role/)
    expect(server.description).toBe('PostgreSQL at db.example/shop')
    expect(`${server.description} ${server.warning}`).not.toContain('secret')
  })
})
