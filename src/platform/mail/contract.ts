import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'

export const listDevMail = endpoint({
  method: 'GET',
  path: '/api/dev/mail',
  summary: 'The mails that were not sent but kept, oldest first',
  access: 'public',
  developmentOnly: true,
  query: z.object({ to: z.string().max(320).optional() }),
  response: z.object({
    mails: z.array(
      z.object({
        id: z.string(),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        html: z.string(),
        /** The same for every delivery of one mail, so that the receiving server recognises a repeat. */
        messageId: z.string(),
        sentAt: z.string(),
        attachments: z.array(z.string()),
      }),
    ),
  }),
})

export const devMailPage = endpoint({
  method: 'GET',
  path: '/dev/mail',
  summary: 'The development mailbox as a page',
  access: 'public',
  developmentOnly: true,
  query: z.object({ to: z.string().max(320).optional(), id: z.string().max(64).optional() }),
  response: 'stream',
})

export const devMailHtml = endpoint({
  method: 'GET',
  path: '/dev/mail/:id/html',
  summary: 'One kept mail as its reader would see it, without scripts',
  access: 'public',
  developmentOnly: true,
  params: z.object({ id: z.string().max(64) }),
  response: 'stream',
})
