import type { Config } from '../config/config.ts'
import { isLoopback } from '../config/loopback.ts'

/** Headers that are cached after they were accepted: parsing one takes a tenth of the time of a small answer. */
const mostKnown = 64

/**
 * Whether the name in a Host header is one of this site's. In development the mailbox and the clock are open to every
 * caller: a foreign page whose name resolves to this machine (DNS rebinding) must not read them.
 */
export function hostCheck(
  config: Pick<Config, 'env' | 'publicUrl' | 'allowedHosts'>,
): (host: string | undefined) => boolean {
  if (config.env === 'production') return () => true
  const names = new Set([new URL(config.publicUrl).hostname, ...config.allowedHosts])
  const known = new Set<string>()
  return (host = '') => {
    if (known.has(host)) return true
    const name = URL.parse(`http://${host}`)?.hostname
    if (!name || !(names.has(name) || isLoopback(name) || name.endsWith('.localhost'))) return false
    if (known.size < mostKnown) known.add(host)
    return true
  }
}
