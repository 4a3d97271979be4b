/** `npm run checklist`: writes docs/checklist.md, the tests that name each line of the product's checklist. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '../src/platform/kernel/arguments.ts'

readArguments(`Writes docs/checklist.md: the tests that name each line of the checklist.

  npm run checklist`)
const root = join(import.meta.dirname, '..')
const last = 467
const tests = new Map<number, Set<string>>()

for (const file of globSync('tests/**/*.{spec,browser}.ts', { cwd: root }).sort()) {
  const text = readFileSync(join(root, file), 'utf8')
  // A range such as `M-386 to M-392` includes every line in it.
  for (const [, from = '', to] of text.matchAll(/M-(\d{3})(?:(?: to |–|-)M-(\d{3}))?/g)) {
    for (let line = Number(from); line <= Number(to ?? from); line += 1) {
      if (line > last) continue
      const files = tests.get(line) ?? new Set<string>()
      tests.set(line, files.add(file))
    }
  }
}

const lines = [...tests.keys()].sort((a, b) => a - b)
const rows = lines.map(
  (line) =>
    `- [x] M-${String(line).padStart(3, '0')} → ${[...(tests.get(line) ?? [])].map((file) => `\`${file}\``).join(', ')}`,
)
writeFileSync(
  join(root, 'docs/checklist.md'),
  `# Checklist\n\nMade by \`npm run checklist\`. A line is ticked when a test names it: ${lines.length} of ${last}. A line without a tick may work all the same; no test says so yet.\n\n${rows.join('\n')}\n`,
)
console.log(`${lines.length} of ${last} lines are named by a test`)
