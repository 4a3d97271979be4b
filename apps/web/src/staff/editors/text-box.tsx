import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { TextArea } from '../../ui/field.tsx'
import { useEditing } from '../draft/draft-context.tsx'
import type { Range } from '../draft/rich-text.ts'
import editorStyles from './editors.module.css'
import { useHelp } from './text-fields.tsx'

interface TextBoxProps {
  label: string
  help: string
  text: string
  error: string | undefined
  /** Called with the whole text and the caret's position after a change. */
  onText: (text: string, caret: number) => void
  /** The buttons for the selection. */
  tools: (selected: Range) => ReactNode
  /** A note beneath the text. */
  note?: string | undefined
  /** The formatted text. */
  children: ReactNode
}

/** A text area for a text with weights: a toolbar for the selection above it, the formatted text beneath it. */
export function TextBox({ label, help, text, error, onText, tools, note, children }: TextBoxProps) {
  const { readOnly } = useEditing()
  const [selected, setSelected] = useState<Range>({ from: 0, to: 0 })
  const bar = useRef<HTMLDivElement>(null)
  const id = useId()

  function press(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    const key = `Control+${event.key.toLowerCase()}`
    const button = bar.current?.querySelector<HTMLButtonElement>(`[aria-keyshortcuts="${key}"]`)
    if (!button) return
    event.preventDefault()
    button.click()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keyboard shortcuts of the toolbar
    <div className={editorStyles.textBox} onKeyDown={press}>
      <div
        ref={bar}
        className={editorStyles.textTools}
        role="toolbar"
        aria-label={`${label}: tools`}
        aria-controls={id}
      >
        {tools(selected)}
      </div>
      <TextArea
        id={id}
        label={label}
        help={useHelp(help, text)}
        error={error}
        rows={Math.min(Math.max(Math.ceil(text.length / 80), text.split('\n').length, 2), 12)}
        value={text}
        readOnly={readOnly}
        onChange={({ target }) => onText(target.value, target.selectionEnd)}
        onSelect={({ currentTarget: { selectionStart, selectionEnd } }) =>
          setSelected({ from: selectionStart, to: selectionEnd })
        }
      />
      <div aria-live="polite">{note ? <p className={editorStyles.textNote}>{note}</p> : null}</div>
      <p className={editorStyles.textShown} aria-label={`${label}, as visitors read it`} role="note">
        {children}
      </p>
    </div>
  )
}
