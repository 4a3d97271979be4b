import type { Parameters } from './parameters.ts'
import { badParameter, noSuch } from './stripe-error.ts'

interface Listed {
  id: string
  created?: number
}

/** A page of objects in Stripe's list format. */
export interface Page<T> {
  object: 'list'
  url: string
  has_more: boolean
  data: T[]
}

export const pageParameters = ['limit', 'starting_after', 'ending_before', 'created']

/** One page of `objects` (oldest first), newest first, by `limit` and the cursors. */
export function page<T extends Listed>(url: string, objects: T[], input: Parameters): Page<T> {
  const limit = input.integer('limit') ?? 10
  if (limit < 1 || limit > 100) {
    throw badParameter('parameter_invalid_integer', 'limit', 'This value must be between 1 and 100.')
  }
  const within = createdWithin(input)
  const newest = objects.filter((each) => within(each.created ?? 0)).reverse()
  const after = input.text('starting_after')
  const before = input.text('ending_before')
  if (before !== null) {
    const end = position(newest, before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', url, has_more: start > 0, data: newest.slice(start, end) }
  }
  const start = after === null ? 0 : position(newest, after, 'starting_after') + 1
  return {
    object: 'list',
    url,
    has_more: newest.length > start + limit,
    data: newest.slice(start, start + limit),
  }
}

function position(objects: Listed[], id: string, param: string): number {
  const index = objects.findIndex((each) => each.id === id)
  if (index < 0) throw noSuch('object', id, param)
  return index
}

function createdWithin(input: Parameters): (created: number) => boolean {
  if (!input.has('created')) return () => true
  const exact = isText(input) ? input.integer('created') : null
  if (exact !== null) return (created) => created === exact
  const bounds = input.map('created')
  bounds.only('gt', 'gte', 'lt', 'lte')
  const [gt, gte, lt, lte] = ['gt', 'gte', 'lt', 'lte'].map((name) => bounds.integer(name))
  return (created) =>
    created > (gt ?? Number.NEGATIVE_INFINITY) &&
    created >= (gte ?? Number.NEGATIVE_INFINITY) &&
    created < (lt ?? Number.POSITIVE_INFINITY) &&
    created <= (lte ?? Number.POSITIVE_INFINITY)
}

function isText(input: Parameters): boolean {
  try {
    return input.text('created') !== null
  } catch {
    return false
  }
}
