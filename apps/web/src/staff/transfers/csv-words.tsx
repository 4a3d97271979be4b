import { Select } from '../../ui/field.tsx'
import { Options } from '../parts/options.tsx'
import styles from './csv-columns.module.css'
import type { CsvChoice } from './send-statement.ts'

type Side = keyof CsvChoice['words']

/** What the words of a column mean; a line with a word that means nothing yet is not read. */
export function CsvWords(props: {
  what: string
  words: readonly string[]
  choice: CsvChoice
  sides: Partial<Record<Side, string>>
  onChange: (choice: CsvChoice) => void
}) {
  const { what, words, choice, sides, onChange } = props
  if (words.length === 0) return null
  const names = Object.entries(sides) as [Side, string][]
  const sideOf = (word: string): Side | '' =>
    names.find(([side]) => choice.words[side].includes(word))?.[0] ?? ''
  const say = (word: string, side: Side | ''): void => {
    const rest = names.map(([each]) => [each, choice.words[each].filter((one) => one !== word)] as const)
    const cleared = { ...choice.words, ...Object.fromEntries(rest) }
    onChange({
      ...choice,
      words: side === '' ? cleared : { ...cleared, [side]: [...cleared[side], word] },
    })
  }
  return (
    <fieldset className={styles.words}>
      <legend>{what}: what the words mean</legend>
      <div className={styles.grid}>
        {words.map((word) => (
          <Select
            key={word}
            label={word === '' ? '(empty)' : word}
            value={sideOf(word)}
            onChange={({ target }) => say(word, target.value as Side | '')}
          >
            <option value="">Choose: not read</option>
            <Options of={names} />
          </Select>
        ))}
      </div>
    </fieldset>
  )
}
