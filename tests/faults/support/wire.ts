import type { AddressInfo } from 'node:net'
import { createServer, connect as dial, type Socket } from 'node:net'

/** `slow`: half a second later in each direction. `mute`: half-open, bytes vanish. `cut`: connections break, new ones too. */
export type Trouble = 'none' | 'slow' | 'mute' | 'cut'

/** A cable to a server, which can be tampered with. */
export interface Wire {
  port: number
  suffer(trouble: Trouble): void
  close(): Promise<void>
}

export async function openWire(host: string, port: number): Promise<Wire> {
  let trouble: Trouble = 'none'
  const pairs = new Set<[Socket, Socket]>()
  const carry = (from: Socket, to: Socket): void => {
    from.on('data', (bytes: Buffer) => {
      if (trouble === 'mute' || to.destroyed) return
      if (trouble === 'slow') setTimeout(() => to.destroyed || to.write(bytes), 500)
      else to.write(bytes)
    })
    from.on('close', () => to.destroy())
    from.on('error', () => to.destroy())
  }
  const server = createServer((near) => {
    if (trouble === 'cut') return void near.destroy()
    const far = dial(port, host)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    near.on('close', () => pairs.delete(pair))
    carry(near, far)
    carry(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const breakAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    suffer: (next) => {
      // A peer that was silent has forgotten its connections when it is back.
      if (next === 'cut' || trouble === 'mute') breakAll()
      trouble = next
    },
    close: async () => {
      breakAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
