const addresses: Record<string, string> = {
  '/home': '/',
  '/about': '/aboutus',
  '/certification-questionnaire': '/certification',
  '/certification-program-details': '/certification/program-details',
}

/** The site's path of a content page; pages that are not listed have the same path. */
export function siteAddress(contentRoute: string): string {
  return addresses[contentRoute] ?? contentRoute
}
