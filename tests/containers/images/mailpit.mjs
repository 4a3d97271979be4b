// The part of Mailpit that the compose file and its test use: SMTP on 1025, a list of messages on 8025, `readyz`.
import { createServer } from 'node:http'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

if (process.argv[2] === 'readyz') {
  const answer = await fetch('http://127.0.0.1:8025/readyz').catch(() => null)
  process.exit(answer?.ok ? 0 : 1)
}

const messages = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    const chunks = []
    stream.on('data', (chunk) => chunks.push(chunk))
    stream.on('end', async () => {
      const mail = await PostalMime.parse(Buffer.concat(chunks))
      messages.unshift({
        ID: mail.messageId,
        Subject: mail.subject,
        To: (mail.to ?? []).map(({ address, name }) => ({ Address: address, Name: name })),
        Attachments: mail.attachments.length,
      })
      done()
    })
  },
})
smtp.listen(1025, '0.0.0.0')
createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(request.url?.startsWith('/api/v1/messages') ? JSON.stringify({ messages }) : '{}')
}).listen(8025, '0.0.0.0')
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0))
