/** Arguments: port, path, `read` or `ignore`, connections, requests sent ahead on each. Says that it is ready, and floods from a byte of input on until it is killed. */
import { connect } from 'node:net'

const [port, path, mode, sockets, ahead] = process.argv.slice(2)
const requests = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(Number(ahead))

/** Sends all requests at once, and again on a new connection a while after the last answer. */
function one(): void {
  const socket = connect({ port: Number(port), host: '127.0.0.1' }, () => socket.write(requests))
  if (mode === 'read') {
    socket.resume()
    socket.setTimeout(1_000, () => socket.destroy())
  }
  socket.on('error', () => undefined)
  socket.once('close', () => setTimeout(one, 200))
}

process.stdin.once('data', () => {
  for (let i = 0; i < Number(sockets); i++) one()
})
console.log('ready')
