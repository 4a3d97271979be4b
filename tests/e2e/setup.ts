import { buildIfChanged } from '../../apps/web/build.ts'
import { newDataDir, spawnApp } from '../support/spawn-app.ts'
import { workFolder } from '../support/work-folder.ts'

/** Starts the whole product once for all journeys, as a person does, with an embedded database. */
export default async function setup(): Promise<() => Promise<void>> {
  // While working on a journey: the address of a site that runs already.
  if (process.env.E2E_URL) return async () => {}
  await buildIfChanged()
  // The journeys say where each visitor comes from, as a proxy does; a third party is configured, and may not be asked.
  const app = await spawnApp({
    dataDir: await newDataDir(workFolder()),
    env: {
      TRUST_PROXY_HOPS: '1',
      GA_MEASUREMENT_ID: 'G-TEST12345',
    },
  })
  process.env.E2E_URL = app.url
  return async () => {
    await app.stop()
    await app.clean()
  }
}
