/** Classes of CSS modules have short names in a build: see class-names.ts. */
const moduleClass = /\.([A-Z]{1,2}_?\d+)(?![\w-])/g

/** The side menu is part of the HTML, and cannot be opened before the sheet has loaded. */
const closedDialogs = /<dialog\b(?![^>]*\sopen\b).*?<\/dialog>/gs

/**
 * The rules of a built sheet that a rendered page needs for its first paint: rules without a class of a CSS module, rules
 * with a class that occurs in the page's HTML, and rules of `[data-ground]` if the HTML has this attribute. The others
 * belong to dialogs, menus and notices, or to a pointer; they load with the sheet itself.
 */
export function paintedRules(sheet: string, html: string): string {
  const present = new Set(
    [...html.replace(closedDialogs, '').matchAll(/\bclass="([^"]*)"/g)].flatMap(([, names = '']) =>
      names.split(' '),
    ),
  )
  const grounds = html.includes(' data-ground="')
  return filterRules(sheet, (selector) => {
    // The colors of print load with the sheet.
    if (selector === 'html:root') return false
    if (selector.split(',').every((part) => /:(?:hover|active)\b/.test(part))) return false
    const classes = [...selector.matchAll(moduleClass)].map(([, name = '']) => name)
    if (classes.length > 0) return classes.some((name) => present.has(name))
    return grounds || !selector.startsWith('[data-ground')
  })
}

function filterRules(rules: string, isPainted: (selector: string) => boolean): string {
  let text = ''
  for (let at = 0; at < rules.length; ) {
    const open = rules.indexOf('{', at)
    if (open < 0) return text + rules.slice(at)
    const close = endOf(rules, open)
    const head = rules.slice(at, open)
    const body = rules.slice(open + 1, close)
    if (/^\s*@(?:media|supports)/.test(head)) {
      const inner = filterRules(body, isPainted)
      if (inner !== '') text += `${head}{${inner}}`
    } else if (isPainted(head)) {
      text += `${head}{${body}}`
    }
    at = close + 1
  }
  return text
}

/** The index of the brace that closes the one at `open`. */
function endOf(rules: string, open: number): number {
  let depth = 0
  for (let at = open; at < rules.length; at += 1) {
    if (rules[at] === '{') depth += 1
    else if (rules[at] === '}' && --depth === 0) return at
  }
  return rules.length
}
