import type { OutputOf } from '#platform/contract/endpoint.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Documents } from '#platform/storage/documents.ts'
import { ContentChannel, ContentVersion } from './content-version.ts'
import type { listUploads } from './contract-uploads.ts'
import { label } from './difference.ts'
import type { Tree } from './sections/tree.ts'

type Use = OutputOf<typeof listUploads>['pictures'][number]['use']

const upload = /uploads\/[a-f0-9]{24}\.webp/g

/** The uploaded pictures that a tree names, each once. */
export function uploadsIn(tree: Tree): string[] {
  return [...new Set(JSON.stringify(tree).match(upload))].sort()
}

/** Every text in a value with the steps to it, as in a difference. */
export function* textsIn(value: unknown, steps: string[] = []): Generator<{ text: string; steps: string[] }> {
  if (typeof value === 'string') yield { text: value, steps }
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value))
    yield* textsIn(part, [...steps, Array.isArray(value) ? label(part, Number(key)) : key])
}

/** Where stored content names the uploaded pictures, by their names: one walk over the current content of both channels. */
export async function pictureUses(database: Database): Promise<(name: string) => Use> {
  const em = database.em()
  const uses = new Map<string, Use>()
  const of = (name: string): Use => uses.get(name) ?? { places: [], older: [] }
  const heads = await em.find(ContentChannel, {}, { orderBy: { channel: 'asc' } })
  const current = heads.map(({ version }) => version)
  for (const { channel, tree } of await em.find(ContentVersion, { version: { $in: current } }))
    for (const { text, steps } of textsIn(tree))
      for (const name of text.match(upload) ?? []) {
        const { places, older } = of(name)
        const same = places.find((place) => place.steps.join() === steps.join())
        if (same) same.channels.push(channel)
        else uses.set(name, { places: [...places, { steps, channels: [channel] }], older })
      }
  const older = { version: { $nin: current }, uploads: { $ne: [] } }
  const options = { fields: ['version', 'uploads'], orderBy: { version: 'desc' } } as const
  for (const { version, uploads } of await em.find(ContentVersion, older, options))
    for (const name of uploads) {
      const use = of(name)
      uses.set(name, { ...use, older: [...use.older, version] })
    }
  return of
}

/** @throws AppError conflict when any stored version names the picture. The caller has locked the channels. */
export async function demandUnused({ em }: Tx, name: string): Promise<void> {
  const options = { fields: ['version'], orderBy: { version: 'desc' } } as const
  const [used] = await em.find(ContentVersion, { uploads: { $contains: [name] } }, { ...options, limit: 1 })
  if (used === undefined) return
  const message = `The picture is used in version ${used.version}, so it was not removed.`
  throw new AppError('conflict', 'PICTURE_USED', message)
}

/** Demands that the uploaded pictures a tree newly names are still stored. @throws AppError invalid that names the place */
export async function demandKept(tree: Tree, before: readonly string[], documents: Documents): Promise<void> {
  for (const name of uploadsIn(tree)) {
    if (before.includes(name) || (await documents.get(name)) !== null) continue
    const at = [...textsIn(tree)].find(({ text }) => text.includes(name))?.steps.join(' › ')
    const message = `The picture ${name} (${at}) is not stored here: it was removed. Choose another one.`
    throw new AppError('invalid', 'PICTURE_NOT_FOUND', message)
  }
}
