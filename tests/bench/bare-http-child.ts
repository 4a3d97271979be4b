/** The yardstick of `http.ts`, in a process of its own: sends the bytes of a file, by node:http or by Express. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import express from 'express'

const [kind, file = '', type = 'application/json', encoding = 'identity'] = process.argv.slice(2)
const body = readFileSync(file)
const headers = { 'content-type': type, ...(encoding === 'br' ? { 'content-encoding': 'br' } : {}) }
const app = express()
app.get('/', (_req, res) => {
  res.set(headers).send(body)
})
const bare = createServer((_, res) => {
  res.writeHead(200, { ...headers, 'content-length': body.length })
  res.end(body)
})
const server = kind === 'express' ? createServer(app) : bare
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(typeof address === 'object' && address !== null ? address.port : 0)
})
