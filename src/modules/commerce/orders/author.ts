import type { AppendItem } from '#platform/event-log/event-log.ts'
import type { Actor } from '#platform/kernel/actor.ts'

/** Who causes a change, and in which request. */
export interface Author {
  actor: Actor
  requestId?: string
}

/** The author as the log keeps it: kinds and ids, never names. */
export function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'customer':
      return `customer:${actor.userId}`
    case 'staff':
      return `staff:${actor.staffId}`
    case 'provider':
      return `provider:${actor.name}`
    case 'system':
      return `system:${actor.name}`
    case 'guest':
      return 'guest'
    default:
      return actor satisfies never
  }
}

/** Who says so, as the data of an event keeps it. */
export const byOf = ({ actor }: Author): string => (actor.kind === 'staff' ? actor.staffId : actorName(actor))

/** The author as people are shown them. */
export const nameOf = ({ actor }: Author): string =>
  actor.kind === 'staff' ? actor.username : actorName(actor)

/** The author as an append takes it. */
export function metadataOf(author: Author): AppendItem['metadata'] {
  const actor = actorName(author.actor)
  return author.requestId === undefined ? { actor } : { actor, requestId: author.requestId }
}
