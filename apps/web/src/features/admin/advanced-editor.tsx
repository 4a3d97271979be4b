import { useEffect, useState } from 'react'
import type { Page } from '#modules/content/base-template/shapes.ts'
import { TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './admin.module.css'

/** The pages of a text, or the sentence that says why there are none. */
export function parsePages(text: string): { pages: Page[] } | { error: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (problem) {
    return { error: `Invalid JSON: ${problem instanceof Error ? problem.message : String(problem)}` }
  }
  if (value === null || typeof value !== 'object' || !('pages' in value) || !Array.isArray(value.pages)) {
    return { error: 'Invalid content: the text must be an object with a list "pages"' }
  }
  for (const [index, page] of value.pages.entries()) {
    const place = `pages[${index}]`
    if (page === null || typeof page !== 'object')
      return { error: `Invalid content: ${place} must be an object` }
    for (const name of ['route', 'title']) {
      if (typeof page[name] !== 'string') return { error: `Invalid content: ${place}.${name} must be a text` }
    }
    if (!Array.isArray(page.sections)) return { error: `Invalid content: ${place}.sections must be a list` }
    for (const [at, section] of page.sections.entries()) {
      if (typeof section?.id !== 'string' || section.fields === null || typeof section.fields !== 'object') {
        return { error: `Invalid content: ${place}.sections[${at}] must have an id and fields` }
      }
    }
  }
  return { pages: value.pages as Page[] }
}

/** The whole tree as text. Only text that parses and has the form of a tree is taken over. */
export function AdvancedEditor({ pages, onChange }: { pages: Page[]; onChange: (pages: Page[]) => void }) {
  const [text, setText] = useState(() => JSON.stringify({ pages }, null, 2))
  const [error, setError] = useState<string>()
  const [mine, setMine] = useState(pages)

  useEffect(() => {
    if (pages === mine) return
    setText(JSON.stringify({ pages }, null, 2))
    setMine(pages)
    setError(undefined)
  }, [pages, mine])

  function read(typed: string): void {
    setText(typed)
    const parsed = parsePages(typed)
    if ('error' in parsed) {
      setError(parsed.error)
      return
    }
    setError(undefined)
    setMine(parsed.pages)
    onChange(parsed.pages)
  }

  return (
    <div className={styles.advanced}>
      <TextArea
        label="Content as JSON"
        help="Changes are taken over as soon as the text is valid. The server checks every field when you save."
        rows={32}
        spellCheck={false}
        className={styles.json ?? ''}
        value={text}
        onChange={(event) => read(event.target.value)}
      />
      <div aria-live="polite">{error ? <Notice tone="bad">{error}</Notice> : null}</div>
    </div>
  )
}
