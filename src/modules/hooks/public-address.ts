import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { isLoopback } from '#platform/config/loopback.ts'

const networks = (type: 'ipv4' | 'ipv6', ...ranges: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const [address = '', bits] of ranges.map((range) => range.split('/')))
    list.addSubnet(address, Number(bits), type)
  return list
}

/** Everything of IPv4 that is not an address in the public network (IANA's special-purpose registry), multicast included. */
const special4 = networks(
  'ipv4',
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
)
/** Public IPv6, and what is reserved in it or leads to IPv4 addresses (Teredo, 6to4). */
const public6 = networks('ipv6', '2000::/3')
const special6 = networks('ipv6', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20')

/** Whether the number is an address in the public network. IPv4 within IPv6 is not one. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !special4.check(address)
  return isIP(address) === 6 && public6.check(address, 'ipv6') && !special6.check(address, 'ipv6')
}

export type Resolve = (host: string) => Promise<{ address: string; family: number }[]>
const byDns: Resolve = (host) => lookup(host, { all: true })

/** An address that messages must not be sent to. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress'
}

/**
 * Resolves the host of an address now, and returns a lookup that leads to what was checked: whatever DNS says afterwards.
 * @param local whether this machine is allowed
 * @throws RefusedAddress for a host that leads, also among others, to an address that is not public
 */
export async function checkedLookup(url: URL, local: boolean, resolve = byDns): Promise<LookupFunction> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolve(host)
  const allowed = ({ address }: { address: string }) => isPublic(address) || (local && isLoopback(address))
  if (found.length === 0 || !found.every(allowed))
    throw new RefusedAddress('The address leads into a private network.')
  return (_host, { all }, done) => {
    if (all) return done(null, found)
    return done(null, found[0]!.address, found[0]!.family)
  }
}
