import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { totpCode } from '../../src/modules/identity/totp.ts'
import { admin } from '../support/app.ts'
import { type SpawnedApp, spawnApp } from '../support/spawn-app.ts'
import { expectAccessible, watchPage } from './person.ts'

/** A site whose staff need a second factor. */
let app: SpawnedApp
test.beforeAll(async () => {
  app = await spawnApp({ env: { REQUIRE_STAFF_TOTP: 'true' } })
})
test.afterAll(async () => {
  await app?.stop()
  await app?.clean()
})

const cli = join(import.meta.dirname, '../../src/cli/staff-create.ts')
const secretPattern = /Authenticator app, shown once: ([A-Z2-7]+)/

/** What the operator does at the machine; answers what the command printed. */
function enrol(username: string, password: string): Promise<string> {
  const args = [cli, '--username', username, '--role', 'editor', '--totp', '--password-stdin']
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: app.dataDir,
    PORT: String(app.port),
  }
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, args, { env }, (error, out, complaint) =>
      error ? reject(new Error(`${out}\n${complaint}`)) : resolve(out),
    )
    child.stdin?.end(password)
  })
}

/** The bytes of a secret as an authenticator app reads them. */
function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

async function openDesk(page: Page, username: string, password: string): Promise<void> {
  await page.context().clearCookies()
  await page.goto(`${app.url}/admin`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('given REQUIRE_STAFF_TOTP, then nobody gets to the desk without a code of their app, and no code works twice', async ({
  page,
}) => {
  const problems = watchPage(page)
  await test.step('an account without a second factor is told what to do', async () => {
    await openDesk(page, admin.username, admin.password)
    await expect(page.getByText('This account needs a second factor first.')).toBeVisible()
    await expect(page.getByLabel('Code of your authenticator app')).toHaveCount(0)
  })
  const password = 'a staff password'
  const secret = bytesOf(secretPattern.exec(await enrol('anna', password))?.[1] ?? '')
  expect(secret.length).toBeGreaterThanOrEqual(20)
  const field = page.getByLabel('Code of your authenticator app')
  const button = page.getByRole('button', { name: 'Sign in' })
  const refused = page.getByText('These six digits are not valid any more')
  const inside = () => page.request.get(`${app.url}/api/auth/verify`).then((answer) => answer.status())

  await openDesk(page, 'anna', password)
  await expect(field).toBeVisible()
  expect(await inside()).toBe(401)
  await button.click()
  await expect(field).toHaveAccessibleDescription('Enter the six digits of your authenticator app.')
  await expectAccessible(page, 'the second factor')
  const step = Math.floor(Date.now() / 30_000)
  const near = [-1, 0, 1, 2].map((ahead) => totpCode(secret, step + ahead))
  await field.fill(
    ['111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code)) ?? '',
  )
  await button.click()
  await expect(refused).toBeVisible()
  expect(await inside()).toBe(401)

  const used = totpCode(secret, Math.floor(Date.now() / 30_000))
  await field.fill(used)
  await button.click()
  await expect(page.getByLabel('Username')).toHaveCount(0)
  expect(await inside()).toBe(200)

  await openDesk(page, 'anna', password)
  await field.fill(used)
  await button.click()
  await expect(refused).toBeVisible()
  expect(await inside()).toBe(401)
  await field.fill(totpCode(secret, Math.floor(Date.now() / 30_000) + 1))
  await button.click()
  await expect(page.getByLabel('Username')).toHaveCount(0)
  expect(await inside()).toBe(200)
  expect(problems).toEqual([])
})
