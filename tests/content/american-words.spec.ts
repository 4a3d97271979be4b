import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { films } from '../../scripts/videos/films.ts'
import { chapters } from '../../scripts/whitepaper/chapters/index.ts'
import { baseTemplate } from '../../src/modules/content/base-template/index.ts'

/** The texts that were specified are American; "cancelled" is one of them, and so it is everywhere. */
const british =
  /\b\w*(?:behaviour|practis|organis|programmes?\b|colour|favour|honour|labour|rumour|recognis|realis(?:e|ing)|e-mail|enrol\b|centre|towards\b|judgement)\w*/gi

/** The words that docs/glossary.md leaves out for readers of the site; attributes and addresses are not words. */
const out =
  /(?<![/\w.-])(?:e-mails?|mails?(?! server)|mailed|mailing|class(?!=)|classes|courses?|modules?|lessons?|webinars?|homework|students?|learners?|attendees?|tutors?|tutoring|mentors?|trainers?)\b(?![-=])/gi

test.each([
  ['the built-in content', baseTemplate],
  ['the whitepaper', chapters('Veralead')],
  ['the films', films],
])('given %s, when its words are read, then they are spelled as the specified ones are', (_, texts) => {
  const words = JSON.stringify(texts, (key, value) => (key === 'colour' ? undefined : (value as unknown)))
  expect(words.length).toBeGreaterThan(1_000)
  expect(words.match(british) ?? []).toEqual([])
})

const root = join(import.meta.dirname, '../..')

/** Sentences, labels and texts of JSX that a file shows; not the type names of structured data, nor what keys are derived from. */
function shownTexts(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  if (text.replace(/^(?:import\b|\s*(?:\/\/|\*|\/\*)).*$/gm, '').search(out) < 0) return []
  const texts: string[] = []
  const visit = (node: ts.Node, parent: ts.Node): void => {
    const isHidden =
      (ts.isPropertyAssignment(parent) && parent.name.getText() === "'@type'") ||
      (ts.isCallExpression(parent) && parent.expression.getText().endsWith('.derive'))
    const isText = ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)
    if (isText && !isHidden && (ts.isJsxText(node) || /^[A-Z]|\s/.test(node.text)))
      texts.push(node.text.replace(/\s+/g, ' '))
    ts.forEachChild(node, (child) => visit(child, node))
  }
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  visit(source, source)
  return texts
}

test('given every text of content, pages and mails, then it has the one word of the glossary for a thing', () => {
  const files = globSync(['src/{modules,platform/mail}/**/*.ts', 'apps/web/src/**/*.{ts,tsx}'], {
    cwd: root,
  }).filter((file) => !/\/(?:contract[\w-]*|migrations|figures)\.ts$|\.sql\.ts$/.test(file))
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    shownTexts(file)
      .filter((text) => text.search(out) >= 0)
      .map((text) => `${file}: ${text}`),
  )
  expect(found.join('\n')).toBe('')
})
