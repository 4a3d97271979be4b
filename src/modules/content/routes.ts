import type { ApiRouter } from '#platform/http/routes.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { ContentVersion } from './content-version.ts'
import type { Contents } from './contents.ts'
import {
  compareChannels,
  editableContent,
  listVersions,
  publicContent,
  publicPage,
  publishContent,
  receiveContent,
  resetContent,
  restoreVersion,
  saveContent,
  showVersion,
} from './contract.ts'
import { signatureHeader } from './publish-signature.ts'
import type { Publishing } from './publishing.ts'
import type { ServedContent } from './served-content.ts'

const row = (saved: Omit<ContentVersion, 'tree'>) => ({
  ...saved,
  note: saved.note ?? null,
  changed: saved.changed ?? null,
})

/** The version in If-Match (`"12"`), or undefined. @throws AppError invalid for any other value */
function ifMatch(header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)
  if (match === null)
    throw new AppError(
      'invalid',
      'INVALID_REQUEST',
      'If-Match must carry the version of the content you edited.',
    )
  return Number(match[1])
}

export function mountContentRoutes(
  api: ApiRouter,
  contents: Contents,
  served: ServedContent,
  publishing: Publishing,
): void {
  const { channel } = served
  // Waits until this process serves the stored version, so that the editor's next request shows it.
  const done = async (message: string, version: number) => {
    await served.showStored()
    return { message, version }
  }

  api.serve(publicContent, async () => served.saved)
  api.serve(publicPage, async ({ params }) => {
    const page = served.saved.pages.find(({ route }) => route === `/${params.key}`)
    if (page === undefined)
      throw new AppError('not-found', 'PAGE_NOT_FOUND', `There is no content page "${params.key}".`)
    return { page, version: served.saved.version }
  })
  api.serve(editableContent, async () => {
    const { tree, version } = await contents.current(channel)
    return {
      pages: tree.pages,
      version,
      channel,
      canPublish: channel === 'development',
      builtIn: contents.template.pages,
    }
  })
  api.serve(saveContent, async ({ body }, call) => {
    const madeFrom = body.version ?? ifMatch(call.header('if-match'))
    const version = await contents.save(channel, { pages: body.pages }, call.actor.username, madeFrom)
    return done('Content saved.', version)
  })
  api.serve(resetContent, async (_, call) =>
    done(
      'CMS content has been reset to base template successfully.',
      await contents.reset(channel, call.actor.username),
    ),
  )
  api.serve(publishContent, async (_, call) =>
    done(
      'Content published from Development to Production successfully!',
      await publishing.publish(call.actor.username),
    ),
  )
  api.serve(receiveContent, async (input, call) => {
    const body: unknown = input.body
    const version = await publishing.receive(
      Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      call.header(signatureHeader),
    )
    return done('Content received.', version)
  })

  api.serve(listVersions, async ({ query }) => ({
    versions: (await contents.versions(query.before)).map(row),
  }))
  api.serve(showVersion, async ({ params }) => {
    const saved = await contents.version(params.version)
    return { ...row(saved), pages: saved.tree.pages }
  })
  api.serve(restoreVersion, async ({ params }, call) =>
    done(
      `Version ${params.version} restored as a new version.`,
      await contents.restore(channel, params.version, call.actor.username),
    ),
  )
  api.serve(compareChannels, async () => ({ differences: await contents.pending() }))
}
