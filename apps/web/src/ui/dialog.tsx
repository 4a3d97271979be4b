import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { lowerToasts, raiseToasts } from '../lib/toast-host.ts'
import styles from './dialog.module.css'
import { useScrollLock } from './scroll-lock.ts'

/** The duration of the closing animation, in milliseconds. */
const closing = 225

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** While true, neither Escape, nor a click beside the dialog, nor the close button closes it. */
  locked?: boolean
  narrow?: boolean
  /** As wide as a table needs. */
  wide?: boolean
  /** Focuses the first field, not the close button; except on touch screens, where the keyboard would cover the text. */
  fieldFirst?: boolean
  /** Focuses the first link or button below the text, not the close button: for a question to be answered. */
  answerFirst?: boolean
  children: ReactNode
}

function shut(dialog: HTMLDialogElement): void {
  lowerToasts(dialog)
  dialog.close()
}

/**
 * A modal dialog on the browser's `<dialog>`: the focus stays inside and returns to where it was. It injects no styles,
 * which the site's content security policy forbids. Closing takes 225 ms.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  locked = false,
  narrow = false,
  wide = false,
  fieldFirst = false,
  answerFirst = false,
  children,
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [mounted, setMounted] = useState(open)
  const id = useId()
  useScrollLock(open)

  useEffect(() => {
    if (open) {
      setMounted(true)
      return
    }
    const timer = window.setTimeout(() => {
      // Closed before it is removed: only then does the browser return the focus.
      if (element.current?.open) shut(element.current)
      setMounted(false)
    }, closing)
    return () => window.clearTimeout(timer)
  }, [open])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the element exists only after mounting
  useEffect(() => {
    const dialog = element.current
    if (!dialog) return
    if (open && !dialog.open) {
      dialog.showModal()
      if (fieldFirst && window.matchMedia('(hover: hover)').matches)
        dialog.querySelector<HTMLElement>('form input')?.focus()
      if (answerFirst) content.current?.querySelector<HTMLElement>('a, button')?.focus()
      raiseToasts(dialog)
    }
    if (open) {
      const frame = requestAnimationFrame(() => dialog.setAttribute('data-shown', ''))
      return () => cancelAnimationFrame(frame)
    }
    dialog.removeAttribute('data-shown')
    return undefined
  }, [open, mounted])

  useEffect(() => {
    if (!mounted) return
    const dialog = element.current
    return () => {
      if (dialog) shut(dialog)
    }
  }, [mounted])

  if (!mounted) return null
  return (
    <dialog
      ref={element}
      className={[styles.dialog, narrow ? styles.narrow : '', wide ? styles.wide : '']
        .filter(Boolean)
        .join(' ')}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        event.preventDefault()
        if (!locked) onClose()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        if (!locked) onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && !locked) onClose()
      }}
    >
      <div className={styles.head}>
        <h2 id={`${id}-title`}>{title}</h2>
        <button type="button" className={styles.close} aria-label="Close" disabled={locked} onClick={onClose}>
          <X aria-hidden="true" strokeWidth={1.5} />
        </button>
      </div>
      <div ref={content} className={styles.body}>
        {description ? (
          <p className={styles.description} id={`${id}-description`}>
            {description}
          </p>
        ) : null}
        {children}
      </div>
    </dialog>
  )
}
