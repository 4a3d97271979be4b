import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { demoPassword, type StaffName } from '../../apps/world/world.ts'
import { newDataDir, type SpawnedApp, spawnApp } from './spawn-app.ts'
import { workFolder } from './work-folder.ts'

const demo = join(import.meta.dirname, '../../apps/world/demo.ts')
const prepare = join(import.meta.dirname, '../../bin/prepare.mjs')

/** A member of staff of the demo. */
export const demoStaff = (username: StaffName): { username: StaffName; password: string } => ({
  username,
  password: demoPassword,
})

/**
 * The product with a year of business in its database, as after `npm run demo`; takes about a minute.
 * @throws Error with what the demo printed, when it fails
 */
export async function spawnDemoApp(): Promise<SpawnedApp> {
  const dataDir = await newDataDir(workFolder())
  await promisify(execFile)(process.execPath, ['--import', prepare, demo], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir },
  })
  return spawnApp({ dataDir })
}
