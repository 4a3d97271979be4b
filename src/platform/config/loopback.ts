import { BlockList, isIP } from 'node:net'

/** Whether only this machine reaches the address: `localhost`, 127.0.0.0/8 or ::1, with or without brackets. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)
}

const privateNetworks = new BlockList()
privateNetworks.addSubnet('10.0.0.0', 8)
privateNetworks.addSubnet('172.16.0.0', 12)
privateNetworks.addSubnet('192.168.0.0', 16)
privateNetworks.addSubnet('fc00::', 7, 'ipv6')

/**
 * Whether the address is of this machine or of a private network: by its number, or by a name that is not in public DNS
 * (`collector` in Docker Compose, `collector.monitoring.svc`, `….cluster.local`, `….internal`).
 */
export function isPrivate(host: string): boolean {
  if (isLoopback(host)) return true
  const address = host.replace(/^\[|\]$/g, '')
  const version = isIP(address)
  if (version === 0) return /^[^.]+$|\.(svc|local|internal)$/i.test(host)
  return privateNetworks.check(address, version === 6 ? 'ipv6' : 'ipv4')
}
