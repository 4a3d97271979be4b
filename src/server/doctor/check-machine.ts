import { statfs } from 'node:fs/promises'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { Config } from '#platform/config/config.ts'
import { demandDataDir } from '#platform/kernel/writable-folder.ts'
import { broken, checked, type Finding, good, weak } from './finding.ts'

/** Free bytes below which PostgreSQL and document storage soon stop working, and below which they may. */
const tooLittleSpace = 200_000_000
const littleSpace = 2_000_000_000
const connectMs = 10_000
/** Days before a certificate's end at which the usual clients should have renewed it. */
const renewalDays = 14

/** Checks the data folder, its disk, and the site's certificate. */
export async function checkMachine(config: Pick<Config, 'dataDir' | 'publicUrl'>): Promise<Finding[]> {
  const found = await Promise.all([
    checked('Data folder', 'Set DATA_DIR to a folder on a disk that this user may write.', () =>
      checkDisk(config.dataDir.path),
    ),
    checked(
      'Certificate',
      'Visitors see this too: set PUBLIC_URL to the address that they use, and see that the proxy in front of the site has a valid certificate for it.',
      () => checkCertificate(config.publicUrl),
    ),
  ])
  return found.flat()
}

async function checkDisk(path: string): Promise<Finding> {
  await demandDataDir(path)
  const { bavail, bsize } = await statfs(path)
  const free = bavail * bsize
  const found = `${path}, ${(free / 1e9).toFixed(1)} GB free`
  if (free < tooLittleSpace)
    return broken('Data folder', found, 'Make room at once: writes fail when it is full.')
  if (free < littleSpace) return weak('Data folder', found, 'Make room, or move DATA_DIR to a larger disk.')
  return good('Data folder', found)
}

/** @param trusted certificates of a private authority; Node's own by default */
export async function checkCertificate(publicUrl: string, trusted?: string): Promise<Finding> {
  const { protocol, hostname, port } = new URL(publicUrl)
  if (protocol !== 'https:') return good('Certificate', `${publicUrl} has none, as on a machine of one's own`)
  const end = await endOfCertificate(hostname, Number(port) || 443, trusted)
  const days = Math.floor((end.getTime() - Date.now()) / 86_400_000)
  const found = `${hostname}: valid for ${days} days`
  return days < renewalDays
    ? weak('Certificate', found, 'It should have been renewed: look at the log of the client that renews it.')
    : good('Certificate', found)
}

/** @throws Error when nothing answers, or the server's certificate is not valid for `host`. */
function endOfCertificate(host: string, port: number, ca: string | undefined): Promise<Date> {
  return new Promise((resolve, reject) => {
    const name = isIP(host) ? {} : { servername: host }
    const socket = connect({ host, port, ...name, ...(ca === undefined ? {} : { ca }) }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.setTimeout(connectMs, () => socket.destroy(new Error(`no answer from ${host}:${port}`)))
    socket.once('error', reject)
  })
}
