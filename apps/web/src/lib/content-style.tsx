import { createContext, useContext, useInsertionEffect } from 'react'

/** The CSS properties that content may set, and custom properties derived from them. */
export type ContentDeclaration = Partial<
  Record<
    | 'background'
    | 'border-color'
    | 'color'
    | 'object-position'
    | 'text-decoration-color'
    | 'font-size'
    | 'font-weight'
    | `--${string}`,
    string
  >
>

/** Collects the rules of one rendered document, for the `<style>` in its head. */
export type RuleSheet = Map<string, string>

export const RuleSheetContext = createContext<RuleSheet | undefined>(undefined)

const safe = /^[\w#%.,()\s/+-]{1,400}$/

/**
 * The class of a declaration: the same values always get the same name. Values that could end the declaration are
 * dropped, even if the server accepted them.
 */
export function ruleFor(declaration: ContentDeclaration): { name: string; rule: string } | undefined {
  const pairs = Object.entries(declaration).filter(
    ([, value]) => value !== undefined && safe.test(value) && !/url|expression/i.test(value),
  )
  if (pairs.length === 0) return undefined
  const body = pairs.map(([property, value]) => `${property}:${value}`).join(';')
  let hash = 5381
  for (let index = 0; index < body.length; index += 1) hash = ((hash * 33) ^ body.charCodeAt(index)) >>> 0
  const name = `c${hash.toString(36)}`
  return { name, rule: `.${name}.${name}{${body}}` }
}

let adopted: CSSStyleSheet | undefined
const present = new Set<string>()

/**
 * A class for colours and sizes that come from content. The site's content security policy forbids `style` attributes
 * and injected style elements. On the server the rule goes into the document's head.
 */
export function useContentClass(declaration: ContentDeclaration | undefined): string {
  const sheet = useContext(RuleSheetContext)
  const made = declaration ? ruleFor(declaration) : undefined
  if (sheet && made) sheet.set(made.name, made.rule)
  const [name, rule] = [made?.name, made?.rule]
  useInsertionEffect(() => {
    if (!name || !rule || present.has(name)) return
    present.add(name)
    if (!adopted) {
      adopted = new CSSStyleSheet()
      document.adoptedStyleSheets.push(adopted)
    }
    adopted.insertRule(rule, adopted.cssRules.length)
  }, [name, rule])
  return name ?? ''
}
