import type { ClientConfig } from './config.ts'

const known = new Map<string, string>()

/** The folder of the bundled pictures and videos. */
export const localBase = '/assets/'

/** The folder of remote assets: the configured path, always ending in `assets/`. */
export function remoteBase(path: string): string {
  const base = path.replace(/\/+$/, '')
  return /\/assets$/.test(base) ? `${base}/` : `${base}/assets/`
}

/** The address of an asset by its name in the content, such as `art/keel.svg`; whole addresses stay as they are. */
export function assetAddress(
  name: string,
  config: Pick<ClientConfig, 'loadAssetsFromS3' | 's3AssetsPath'>,
): string {
  if (/^https:\/\//.test(name)) return name
  // The site itself serves uploads, whichever storage it uses.
  if (name.startsWith('uploads/')) return `${localBase}${name}`
  const key = `${config.loadAssetsFromS3 ? config.s3AssetsPath : ''}|${name}`
  const found = known.get(key)
  if (found) return found
  const bare = name.replace(/^\/+/, '')
  const address =
    config.loadAssetsFromS3 && config.s3AssetsPath !== ''
      ? `${remoteBase(config.s3AssetsPath)}${bare}`
      : `${localBase}${bare}`
  known.set(key, address)
  return address
}

/** The bundled copy of an asset. */
export function localAddress(name: string): string {
  return `${localBase}${name.replace(/^\/+/, '')}`
}
