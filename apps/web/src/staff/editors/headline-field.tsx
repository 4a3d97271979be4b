import { Bold, List, Underline } from 'lucide-react'
import { useEditing, useProblemBelow } from '../draft/draft-context.tsx'
import { naming } from '../draft/naming.ts'
import {
  changeBetween,
  changed,
  type Headline,
  headlineChanged,
  headlineText,
  linesWeighted,
  listed,
  type Piece,
  pieceAt,
  textOf,
  underlined,
  withAttribute,
} from '../draft/rich-text.ts'
import { labelOf, schemaBelow, weightsOf } from '../draft/schema.ts'
import { IconButton } from '../parts/icon-button.tsx'
import editorStyles from './editors.module.css'
import { Fields } from './group-editor.tsx'
import { LinkTool } from './link-tool.tsx'
import { TextBox } from './text-box.tsx'
import { WeightSelect } from './text-fields.tsx'
import type { ValueProps } from './value-props.ts'

/** A text of pieces with weights and links, as one field. */
export function RichField({ pointer, name, value, schema }: ValueProps) {
  const { edit, readOnly } = useEditing()
  const pieces = value as readonly Piece[]
  const text = textOf(pieces)
  const label = labelOf(schema, name)
  return (
    <TextBox
      label={label}
      help="Select words to give them a weight or a link. An empty line starts a new paragraph."
      text={text}
      error={naming(label, useProblemBelow(pointer)?.said)}
      onText={(next, caret) => edit(pointer, changed(pieces, changeBetween(text, next, caret)))}
      tools={(range) => {
        const format = pieceAt(pieces, range.from)?.format
        const setWeight = (weight: string | undefined): void =>
          edit(pointer, withAttribute(pieces, range, { format: weight }))
        const none = readOnly || range.from === range.to
        const link = pieceAt(pieces, range.from)?.link
        return (
          <>
            <IconButton
              label="Bold (Ctrl B)"
              aria-pressed={format === 'bold'}
              aria-keyshortcuts="Control+b"
              disabled={none}
              onClick={() => setWeight(format === 'bold' ? undefined : 'bold')}
            >
              <Bold />
            </IconButton>
            <IconButton
              label="List: each selected line is an entry"
              disabled={readOnly}
              onClick={() => edit(pointer, listed(pieces, range))}
            >
              <List />
            </IconButton>
            <WeightSelect
              hidden
              label={label}
              weights={weightsOf(schema)}
              value={format}
              disabled={none}
              onChange={setWeight}
            />
            <LinkTool
              label={label}
              link={link}
              disabled={none}
              onChange={(to) => edit(pointer, withAttribute(pieces, range, { link: to }))}
            />
          </>
        )
      }}
    >
      {pieces.map(({ text: words, format, link }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text are identified by their index
        <span key={index} className={format ? `weight-${format}` : undefined}>
          {link ? <u>{words}</u> : words}
        </span>
      ))}
    </TextBox>
  )
}

/** The title of a slide as one field: each line is a line of the title, and some words are underlined. */
export function HeadlineField({ pointer, name, value, schema }: ValueProps) {
  const { edit, readOnly } = useEditing()
  const headline = value as Headline
  const { lines, highlight } = headline
  const text = headlineText(headline)
  const range = underlined(headline)
  const label = labelOf(schema, name)
  const underline = schemaBelow(schema, 'highlight')
  return (
    <>
      <TextBox
        label={label}
        help="One line of the title on each line."
        text={text}
        error={naming(label, useProblemBelow(pointer)?.said)}
        onText={(next, caret) => edit(pointer, headlineChanged(headline, changeBetween(text, next, caret)))}
        tools={(selected) => {
          const words = text.slice(selected.from, selected.to)
          const isUnderlined = words !== '' && words === highlight?.text
          let start = 0
          const line = lines.find(({ text: each }) => {
            start += each.length + 1
            return selected.from < start
          })
          return (
            <>
              <IconButton
                label="Underline (Ctrl U)"
                aria-pressed={isUnderlined}
                aria-keyshortcuts="Control+u"
                disabled={readOnly || words.trim() === '' || words.includes('\n')}
                onClick={() =>
                  edit(pointer, { ...headline, highlight: { ...highlight, text: isUnderlined ? '' : words } })
                }
              >
                <Underline />
              </IconButton>
              <WeightSelect
                hidden
                label={label}
                weights={weightsOf(schemaBelow(schema, 'lines'))}
                value={line?.format}
                disabled={readOnly}
                onChange={(weight) => edit(pointer, linesWeighted(headline, selected, weight))}
              />
            </>
          )
        }}
        note={highlight && !range ? 'No words are underlined. Select words and press Underline.' : undefined}
      >
        {lines.map((line, index) => {
          const at = highlight?.text ? line.text.indexOf(highlight.text) : -1
          const end = at + (highlight?.text.length ?? 0)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their index
            <span key={index} className={line.format ? `weight-${line.format}` : undefined}>
              {at < 0 ? line.text : line.text.slice(0, at)}
              {at < 0 ? null : <u>{line.text.slice(at, end)}</u>}
              {at < 0 ? null : line.text.slice(end)}
              {'\n'}
            </span>
          )
        })}
      </TextBox>
      {highlight ? (
        <div className={editorStyles.belowText}>
          <Fields
            pointer={`${pointer}/highlight`}
            value={highlight}
            schema={underline}
            keys={Object.keys(underline?.properties ?? {}).filter((key) => key !== 'text')}
          />
        </div>
      ) : null}
    </>
  )
}
