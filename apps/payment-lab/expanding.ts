import type { Records } from './records.ts'
import { badParameter } from './stripe-error.ts'

/** A copy of the answer in which each path of `expand[]` holds the object instead of its id. */
export function expand(answer: object, paths: string[], records: Records): object {
  if (paths.length === 0) return answer
  const copy = structuredClone(answer)
  for (const path of paths) {
    if (path.split('.').length > 4) {
      throw badParameter('', 'expand', 'You cannot expand more than 4 levels of a property.')
    }
    expandPath(copy as Record<string, unknown>, path.split('.'), path, records)
  }
  return copy
}

function expandPath(node: Record<string, unknown>, steps: string[], path: string, records: Records): void {
  const [step, ...rest] = steps
  if (step === undefined) return
  const value = node[step]
  if (Array.isArray(value) && step === 'data') {
    for (const each of value) expandPath(each as Record<string, unknown>, rest, path, records)
    return
  }
  if (value === undefined && step === 'refunds' && node.object === 'charge') {
    const data = records.all('refund').filter((each) => each.charge === node.id)
    node.refunds = {
      object: 'list',
      data: data.reverse(),
      has_more: false,
      url: `/v1/charges/${String(node.id)}/refunds`,
    }
  } else if (value === undefined && step === 'line_items' && node.object === 'checkout.session') {
    const note = records.noted(String(node.id)) as { lineItems: object[] }
    const url = `/v1/checkout/sessions/${String(node.id)}/line_items`
    node.line_items = { object: 'list', data: structuredClone(note.lineItems), has_more: false, url }
  } else if (typeof value === 'string') {
    const found = records.find(value)
    if (!found) throw notExpandable(path)
    node[step] = structuredClone(found)
  } else if (value === undefined || ['number', 'boolean'].includes(typeof value)) throw notExpandable(path)
  if (typeof node[step] === 'object' && node[step] !== null) {
    expandPath(node[step] as Record<string, unknown>, rest, path, records)
  }
}

function notExpandable(path: string): Error {
  return badParameter('', 'expand', `This property cannot be expanded (${path}).`)
}
