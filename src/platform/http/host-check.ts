import { isIP } from 'node:net'
import type { Config } from '../config/config.ts'
import { isLoopback } from '../config/loopback.ts'

/** Headers that are cached after they were accepted: parsing one takes a tenth of the time of a small answer. */
const mostKnown = 64

/**
 * Whether the name in a Host header is one of this site's. In development the mailbox and the clock are open to every
 * caller: a foreign page whose name resolves to this machine (DNS rebinding) must not read them. In production a foreign
 * name may neither share the site's answers nor reach a cache or log as a name of this site; load balancers and probes,
 * which call a process by its address, are answered.
 */
export function hostCheck(
  config: Pick<Config, 'env' | 'publicUrl' | 'allowedHosts'> & Partial<Pick<Config, 'formerPublicUrls'>>,
): (host: string | undefined) => boolean {
  // Credentials that were issued under a former address are looked up there.
  const addresses = [config.publicUrl, ...(config.formerPublicUrls ?? [])]
  const names = new Set([...addresses.map((address) => new URL(address).hostname), ...config.allowedHosts])
  const known = new Set<string>()
  return (host = '') => {
    if (known.has(host)) return true
    const name = URL.parse(`http://${host}`)?.hostname
    const isAddress = config.env === 'production' && isIP(name?.replace(/^\[|\]$/g, '') ?? '') !== 0
    if (!name || !(names.has(name) || isLoopback(name) || name.endsWith('.localhost') || isAddress))
      return false
    if (known.size < mostKnown) known.add(host)
    return true
  }
}
