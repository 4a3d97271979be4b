import 'reflect-metadata'
import { parseConfig } from '#platform/config/parse-config.ts'
import { appRole } from '#platform/database/roles.ts'
import { SteppedSite } from '../../../apps/world/stepped-site.ts'
import { admin, sessionSecret } from '../../support/app.ts'
import type { TestDatabase } from '../../support/database.ts'

/** When the worlds of tests begin: a Monday. */
export const worldStart = new Date('2026-03-02T00:00:00Z')

/** The key of RFC 8037: certificates are in the log, and say who signed them. */
const credentialKeys = JSON.stringify([
  {
    kty: 'OKP',
    crv: 'Ed25519',
    d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
    x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  },
])

/** The product on a database of a test, in which nothing happens by itself. */
export function openSteppedSite(of: {
  seed: string
  database: TestDatabase
  dataDir: string
}): Promise<SteppedSite> {
  const { seed, database, dataDir } = of
  const config = parseConfig({
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_ADMIN_URL: database.adminUrl,
    SESSION_SECRET: sessionSecret,
    CREDENTIAL_KEYS: credentialKeys,
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'error',
  })
  const addresses = { url: database.url, adminUrl: database.adminUrl, appRole }
  return SteppedSite.open({ seed, start: worldStart, config, database: addresses, sessionSecret })
}
