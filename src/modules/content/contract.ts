import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer, Moment } from '#platform/contract/wire.ts'
import { problemsOfTexts, type textFacts } from './sections/saved-texts.ts'
import { PublicPage, Tree } from './sections/tree.ts'

export type { Media, Segment, Text } from './sections/primitives.ts'
/** A name in braces that is replaced in every text. */
export type TextFact = (typeof textFacts)[number]
export type { PublicPage } from './sections/tree.ts'
export { type AddedSection, type Fields, type Page, publicPageOf, type SectionId } from './sections/tree.ts'

/** 2 MB: a whole tree has about 60 kB, because images are paths. */
const treeLimit = 2_000_000
const editors = { staff: ['editor'] } as const
const version = z.number().int().min(1).max(2_000_000_000)
const Channel = z.enum(['development', 'production'])
/** The version that the editor's tree was made from, optional; a stale one is answered with 409. */
const TreeWithVersion = Tree.extend({
  version: version.optional(),
  // Checked when content is saved, not when it is read: older stored content is still shown.
  pages: Tree.shape.pages.superRefine((pages, context) => {
    for (const problem of problemsOfTexts(pages)) context.addIssue({ code: 'custom', ...problem })
  }),
})

const Done = answer({ message: z.string(), version })

export const publicContent = endpoint({
  method: 'GET',
  path: '/api/cms',
  summary: 'The content tree that this deployment serves',
  access: 'public',
  limit: { points: 600, seconds: 60 },
  response: z.object({ pages: z.array(PublicPage), version }),
})

export const publicPage = endpoint({
  method: 'GET',
  path: '/api/cms/pages/:key',
  summary: 'One page of the served tree, by its key without the slash',
  access: 'public',
  limit: { points: 600, seconds: 60 },
  params: z.object({ key: z.string().max(60) }),
  response: z.object({ page: PublicPage, version }),
})

export const editableContent = endpoint({
  method: 'GET',
  path: '/api/cms/admin',
  summary: 'The tree an editor works on',
  access: { staff: ['editor', 'viewer'] },
  response: z.object({
    pages: Tree.shape.pages,
    version,
    channel: Channel,
    canPublish: z.boolean(),
    /** The text that visitors read where `pages` has none: editors of an older tree begin with it. */
    builtIn: Tree.shape.pages,
  }),
})

export const saveContent = endpoint({
  method: 'PUT',
  path: '/api/cms',
  summary: 'Saves a whole tree as a new version',
  access: editors,
  bodyLimit: treeLimit,
  body: TreeWithVersion,
  response: Done,
})

export const resetContent = endpoint({
  method: 'POST',
  path: '/api/cms/reset',
  summary: 'Saves the base template as a new version',
  access: editors,
  response: Done,
})

export const publishContent = endpoint({
  method: 'POST',
  path: '/api/cms/publish',
  summary: 'Copies development to production; in development only',
  access: editors,
  response: Done,
})

const VersionRow = z.object({
  version,
  channel: Channel,
  kind: z.string(),
  savedBy: z.string(),
  savedAt: Moment,
  note: z.string().nullable(),
  /** The changed pages with the ids of their changed sections; null when not recorded. */
  changed: z.array(z.object({ route: z.string(), sections: z.array(z.string()) })).nullable(),
})

export const listVersions = endpoint({
  method: 'GET',
  path: '/api/cms/versions',
  summary: 'Saved versions, newest first',
  access: { staff: ['editor', 'viewer'] },
  query: z.object({ before: z.coerce.number().int().min(1).max(2_000_000_000).optional() }),
  response: answer({ versions: z.array(VersionRow) }),
})

const oneVersion = z.object({ version: z.coerce.number().int().min(1).max(2_000_000_000) })

export const showVersion = endpoint({
  method: 'GET',
  path: '/api/cms/versions/:version',
  summary: 'One saved version, whole',
  access: { staff: ['editor', 'viewer'] },
  params: oneVersion,
  response: answer({ ...VersionRow.shape, pages: Tree.shape.pages }),
})

export const restoreVersion = endpoint({
  method: 'POST',
  path: '/api/cms/versions/:version/restore',
  summary: 'Saves an old version again, as a new one',
  access: editors,
  params: oneVersion,
  response: Done,
})

const Difference = z.object({
  /** Page, section and field, such as `/home › book › title`. */
  path: z.string(),
  /** The path step by step: names of fields, routes and ids, else places in a list from 1. */
  steps: z.array(z.string()),
  before: z.unknown(),
  after: z.unknown(),
})

export const compareChannels = endpoint({
  method: 'GET',
  path: '/api/cms/diff',
  summary: 'What publishing would change: production against development',
  access: { staff: ['editor', 'viewer'] },
  response: answer({ differences: z.array(Difference) }),
})

export const receiveContent = endpoint({
  method: 'POST',
  path: '/api/cms/receive',
  summary:
    'Takes a tree that another deployment published. X-Content-Signature: t=<seconds>,v1=<hex of HMAC-SHA256 over "<seconds>.<body>" with PUBLISH_SECRET>, at most 5 minutes old; each signature counts once',
  access: 'provider',
  limit: { points: 30, seconds: 60 },
  bodyType: 'raw',
  bodyLimit: treeLimit,
  response: Done,
})
