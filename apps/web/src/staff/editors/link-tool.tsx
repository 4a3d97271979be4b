import { Link } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { focusFirst } from '../parts/focus-first.ts'
import { IconButton } from '../parts/icon-button.tsx'
import editorStyles from './editors.module.css'

interface LinkToolProps {
  /** The label of the field. */
  label: string
  /** The current link of the selected words. */
  link: string | undefined
  disabled: boolean
  onChange: (to: string | undefined) => void
}

/** Sets, changes or removes the link of the selected words. */
export function LinkTool({ label, link, disabled, onChange }: LinkToolProps) {
  const [open, setOpen] = useState(false)
  const [to, setTo] = useState('')
  const opener = useId()
  const close = (): void => {
    setOpen(false)
    focusFirst(opener)
  }
  const apply = (): void => {
    const typed = to.trim() === '' ? undefined : to.trim()
    if (!disabled && typed !== link) onChange(typed)
  }
  return (
    <>
      <IconButton
        id={opener}
        label="Link (Ctrl K)"
        aria-expanded={open}
        aria-pressed={link !== undefined}
        aria-keyshortcuts="Control+k"
        disabled={disabled && !open}
        onClick={() => {
          setTo(link ?? '')
          setOpen(!open)
        }}
      >
        <Link />
      </IconButton>
      {open ? (
        <form
          className={editorStyles.linkForm}
          onSubmit={(event) => {
            event.preventDefault()
            apply()
            close()
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close()
          }}
        >
          <Field
            autoFocus
            label={`Link of the selected words (${label})`}
            help="For example /aboutus or https://example.com. Leave empty for no link."
            value={to}
            onChange={(event) => setTo(event.target.value)}
            // A save includes what was typed here.
            onBlur={apply}
          />
          <Button type="submit" size="small" disabled={disabled}>
            Set link
          </Button>
        </form>
      ) : null}
    </>
  )
}
