import { escapeHtml } from '#platform/mail/layout.ts'
import type { DirectoryEntry } from './credential-view.ts'
import { dayOf, type PublicPage } from './public-page.ts'

export interface DirectoryResult {
  entries: readonly DirectoryEntry[]
  /** The number of entries on all pages. */
  total: number
  pageSize: number
  page: number
  text: string
}

/** The directory of holders who agreed to be listed, by name. */
export function directoryPage(part: DirectoryResult): PublicPage {
  const { entries, total, pageSize, page, text } = part
  const search = `<form class="search" method="get" action="/credentials" role="search"><div><label for="q">Name</label><input id="q" name="q" type="search" maxlength="80" value="${escapeHtml(text)}" autocomplete="off"></div><button>Search</button></form>`
  const lines = entries.map(
    ({ id, name, awardedAt, validUntil }) =>
      `<li><a href="/credentials/${id}">${escapeHtml(name)}</a><small>${dayOf(awardedAt)} to ${dayOf(validUntil)}</small></li>`,
  )
  const found = `${total === 1 ? 'One valid credential' : `${total} valid credentials`}${text === '' ? '' : ` for “${escapeHtml(text)}”`}`
  const link = (to: number, label: string): string =>
    `<a href="/credentials?${new URLSearchParams({ ...(text === '' ? {} : { q: text }), page: String(to) }).toString().replaceAll('&', '&amp;')}">${label}</a>`
  const pager = [
    ...(page > 1 ? [link(page - 1, 'Previous page')] : []),
    ...(page * pageSize < total ? [link(page + 1, 'Next page')] : []),
  ]
  return {
    status: 200,
    title: 'Certified leaders',
    description: 'Leaders who hold the certification today and agreed to be listed.',
    path: '/credentials',
    isIndexed: text === '' && page === 1,
    body: `<h1>Certified leaders</h1><p class="lead">Everyone listed here holds the certification today and agreed to be named. Most holders are not listed and share the address of their certificate instead: <a href="/credentials/verify">check one</a>.</p>
${search}${entries.length === 0 ? emptyResult(part) : `<p>${found}</p><ul class="people">${lines.join('')}</ul>`}${pager.length === 0 ? '' : `<nav class="pager" aria-label="Pages">${pager.join('')}</nav>`}`,
  }
}

function emptyResult({ text, page }: DirectoryResult): string {
  if (page > 1)
    return '<p>There is no one on this page. <a href="/credentials">Back to the first page</a></p>'
  return text === ''
    ? '<p>No one is listed yet.</p>'
    : `<p>Nobody with “${escapeHtml(text)}” in the name is listed. They may hold the certification all the same: ask for the address of their credential and <a href="/credentials/verify">check it</a>.</p><p><a href="/credentials">Show everyone</a></p>`
}
