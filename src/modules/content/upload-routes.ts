import type { ApiRouter } from '#platform/http/routes.ts'
import { listUploads, removeUpload, showUpload, uploadPdf, uploadPicture } from './contract-uploads.ts'
import { refusedPicture } from './picture-type.ts'
import type { Uploads } from './uploads.ts'

export function mountUploadRoutes(api: ApiRouter, uploads: Uploads): void {
  api.serve(uploadPicture, async ({ query, body }, call) => {
    const bytes: unknown = body
    if (!Buffer.isBuffer(bytes)) throw refusedPicture('The picture is empty.')
    const alt = query.decorative === 'true' ? '' : query.alt.trim()
    const picture = await uploads.add({ bytes, name: query.name, alt, by: call.actor.username })
    return { picture }
  })
  api.serve(uploadPdf, async ({ query, body }, call) => {
    const bytes: unknown = body
    const given = Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0)
    return { name: await uploads.addPdf(given, query.name, call.actor.username) }
  })
  api.serve(listUploads, async () => ({ pictures: await uploads.newest() }))
  api.serve(removeUpload, async ({ params }, call) => {
    await uploads.remove(`uploads/${params.file}`, call.actor.username)
  })
  api.serve(showUpload, async ({ params }, { res }) => {
    const { bytes, contentType } = await uploads.read(params.file)
    // The name contains the content's hash, so the content at this address never changes.
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable')
    res.setHeader('Content-Type', contentType)
    res.setHeader('Content-Length', bytes.length)
    res.end(bytes)
    return undefined
  })
}
