/** Somebody with a place in the cohort. */
export interface Known {
  orderId: string
  name: string | null
  email: string | null
}

export interface ReadLines {
  /** Orders that a line names, each once. */
  orderIds: string[]
  /** Lines that name nobody, or more than one person, as they were given. */
  unplaced: { line: string; why: 'unknown' | 'ambiguous' }[]
}

const plain = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
const address = /[^\s<>,;"']+@[^\s<>,;"']+/

/**
 * Who is meant by lines of a list of attendance: by the e-mail address that a line has, else by the name before the first
 * comma, semicolon, tab or address. Case and spaces do not count.
 */
export function readLines(lines: readonly string[], people: readonly Known[]): ReadLines {
  const found = new Set<string>()
  const unplaced: ReadLines['unplaced'] = []
  for (const line of lines.map((each) => each.trim()).filter((each) => each !== '')) {
    const email = address.exec(line)?.[0].toLowerCase()
    const byAddress = people.filter((each) => email !== undefined && each.email?.toLowerCase() === email)
    const name = plain(
      line
        .replace(address, ',')
        .split(/[,;\t<(]/)[0]
        ?.replaceAll('"', '') ?? '',
    )
    const byName = people.filter((each) => name !== '' && each.name !== null && plain(each.name) === name)
    const meant = byAddress.length > 0 ? byAddress : byName
    if (meant.length === 1 && meant[0]) found.add(meant[0].orderId)
    else unplaced.push({ line, why: meant.length === 0 ? 'unknown' : 'ambiguous' })
  }
  return { orderIds: [...found], unplaced }
}
