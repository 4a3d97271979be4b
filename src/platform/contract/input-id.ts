import { z } from 'zod'

/** An id that a caller sends, in lower case as PostgreSQL returns it, because ids are compared as text. */
export const InputId = z.uuid().toLowerCase()
