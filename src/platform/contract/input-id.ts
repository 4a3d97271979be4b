import { z } from 'zod'

/** An id that a caller sends; in lower case, as PostgreSQL answers it: ids are compared as text. */
export const InputId = z.uuid().toLowerCase()
