const addresses: Record<string, string> = {
  '/home': '/',
  '/about': '/aboutus',
  '/certification-questionnaire': '/certification',
  '/certification-program-details': '/certification/program-details',
}

/** Where the site shows a content page; the rest have the same name in both places. */
export function siteAddress(contentRoute: string): string {
  return addresses[contentRoute] ?? contentRoute
}
