import type { Config } from '../config/config.ts'
import { isLoopback } from '../config/loopback.ts'

/**
 * Whether the name in a Host header is one of this site's. In development the mailbox and the clock are open to every
 * caller: a page elsewhere whose name is pointed at this machine (DNS rebinding) must not read them.
 */
export function hostCheck(
  config: Pick<Config, 'env' | 'publicUrl' | 'allowedHosts'>,
): (host: string | undefined) => boolean {
  if (config.env === 'production') return () => true
  const names = new Set([new URL(config.publicUrl).hostname, ...config.allowedHosts])
  return (host) => {
    const name = URL.parse(`http://${host ?? ''}`)?.hostname
    if (!name) return false
    return names.has(name) || isLoopback(name) || name.endsWith('.localhost')
  }
}
