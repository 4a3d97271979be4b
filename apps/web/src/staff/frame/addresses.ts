/** The path of the content pages' tabs below `/admin`: `/home` is at `content/pages/home`. */
export const pagesPath = 'content/pages'

/** The address of one order on the staff screen. */
export const orderAddress = (id: string): string => `/admin/orders/${id}`

/** The address of one lead on the staff screen. */
export const leadAddress = (id: string): string => `/admin/leads/${id}`

/** The address of the cohorts, or of one of them. */
export const cohortAddress = (id?: string): string =>
  `/admin/operations/cohorts${id === undefined ? '' : `/${id}`}`

/** The address of the certificates, or of those with a name. */
export const certificateAddress = (name?: string): string =>
  `/admin/operations/certificates${name === undefined ? '' : `?name=${encodeURIComponent(name)}`}`
