/** The content pages' tabs, below `/admin`: `/home` is at `content/pages/home`. */
export const pagesPath = 'content/pages'

/** Where the staff screen shows one order. */
export const orderAddress = (id: string): string => `/admin/orders/${id}`

/** Where the staff screen shows one lead. */
export const leadAddress = (id: string): string => `/admin/leads/${id}`

/** Where the staff screen shows the cohorts, or one of them. */
export const cohortAddress = (id?: string): string =>
  `/admin/operations/cohorts${id === undefined ? '' : `/${id}`}`

/** Where the staff screen shows the certificates, or those with a name. */
export const certificateAddress = (name?: string): string =>
  `/admin/operations/certificates${name === undefined ? '' : `?name=${encodeURIComponent(name)}`}`

/** Where the staff screen shows its research sources, or one of them. */
export const sourceAddress = (id?: string): string =>
  `/admin/content/sources${id === undefined ? '' : `/${encodeURIComponent(id)}`}`
