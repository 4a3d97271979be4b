import { labelOf, singular } from '../editors/kinds.ts'
import { naming } from './naming.ts'
import { type Pointer, readAt, stepsOf } from './pointer.ts'

/**
 * A place of the tree in words: `/pages/0/sections/1/fields/slides/2/background` becomes
 * "Page /home, section carousel, slide 3, Background".
 */
export function placeWords(tree: unknown, pointer: Pointer): string {
  const steps = stepsOf(pointer)
  const words: string[] = []
  let walked = ''
  for (const [index, step] of steps.entries()) {
    walked += `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const list = steps[index - 1]
    const within = index < steps.length - 1
    if (step === 'pages' || (within && (step === 'sections' || step === 'fields'))) continue
    const entry = readAt(tree, walked) as { route?: unknown; id?: unknown } | undefined
    if (list === 'pages') words.push(`page ${String(entry?.route ?? Number(step) + 1)}`)
    else if (list === 'sections') words.push(`section ${String(entry?.id ?? Number(step) + 1)}`)
    else if (/^\d+$/.test(step)) words.push(`${singular(list ?? 'entries')} ${Number(step) + 1}`)
    else if (!/^\d+$/.test(steps[index + 1] ?? ''))
      words.push(index === 2 && step === 'title' ? 'Page title' : labelOf(step))
  }
  const text = words.join(', ') || 'the list "pages"'
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What keeps a tree from being saved, as one sentence that names the first place in words. */
export function problemWords(tree: unknown, problems: ReadonlyMap<Pointer, string>): string | undefined {
  const [first] = problems
  if (!first) return undefined
  const [pointer, said] = first
  const more = problems.size - 1
  const rest =
    more === 0
      ? ''
      : more === 1
        ? ' One more field has to be mended.'
        : ` ${more} more fields have to be mended.`
  return `${naming(placeWords(tree, pointer), said)}${rest}`
}
