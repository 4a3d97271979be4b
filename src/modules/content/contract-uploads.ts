import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer, Done } from '#platform/contract/wire.ts'
import { plain } from './sections/primitives.ts'

/** Bytes: enough for a camera's picture, too little for a film. */
const uploadLimit = 10_000_000

const file = z.string().regex(/^[a-f0-9]{24}\.webp$/, 'file must be the name of an uploaded picture')

const Picture = z.object({
  name: z.string(),
  alt: z.string(),
  width: z.number(),
  height: z.number(),
  bytes: z.number(),
})

const Use = z.object({
  /** In the current content of a channel; `steps` as in the differences of the channels. */
  places: z.array(
    z.object({ steps: z.array(z.string()), channels: z.array(z.enum(['development', 'production'])) }),
  ),
  /** Other stored versions, which can be restored; the newest first. */
  older: z.array(z.number()),
})

export const uploadPicture = endpoint({
  method: 'POST',
  path: '/api/cms/uploads',
  summary: 'Takes a picture of at most 10 MB (JPEG, PNG, WebP, GIF, AVIF) and keeps it as WebP',
  access: { staff: ['editor'] },
  limit: { points: 60, seconds: 60 },
  bodyType: 'file',
  bodyLimit: uploadLimit,
  query: z
    .object({
      name: plain(200).min(1, 'name: the picture must have a file name'),
      alt: plain(200).default(''),
      /** The picture shows nothing that a reader must know, so it needs no alternative text. */
      decorative: z.enum(['true', 'false']).default('false'),
    })
    .refine(({ alt, decorative }) => decorative === 'true' || alt.trim() !== '', {
      path: ['alt'],
      message: 'Say what the picture shows (alt), or mark it as decoration.',
    }),
  response: answer({ picture: Picture }),
})

export const uploadPdf = endpoint({
  method: 'POST',
  path: '/api/cms/uploads/pdf',
  summary: 'Takes a PDF of at most 10 MB for the whitepaper; a save of the content with its name offers it',
  access: { staff: ['editor'] },
  limit: { points: 60, seconds: 60 },
  bodyType: 'file',
  bodyLimit: uploadLimit,
  query: z.object({ name: plain(200).min(1, 'name: the PDF must have a file name') }),
  response: answer({ name: z.string() }),
})

export const listUploads = endpoint({
  method: 'GET',
  path: '/api/cms/uploads',
  summary: 'The newest uploaded pictures, with where stored content uses each',
  access: { staff: ['editor', 'viewer'] },
  response: answer({ pictures: z.array(Picture.extend({ use: Use })) }),
})

export const removeUpload = endpoint({
  method: 'DELETE',
  path: '/api/cms/uploads/:file',
  summary: 'Removes an uploaded picture for good; 409 while any stored version names it',
  access: { staff: ['editor'] },
  params: z.object({ file }),
  response: Done,
})

export const showUpload = endpoint({
  method: 'GET',
  path: '/assets/uploads/:file',
  summary: 'An uploaded picture',
  access: 'public',
  limit: { points: 3000, seconds: 60 },
  params: z.object({ file }),
  response: 'stream',
})
