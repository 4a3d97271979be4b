import { CircleAlert } from 'lucide-react'
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import styles from './field.module.css'
import { Notice } from './surface.tsx'

interface FieldTexts {
  label: ReactNode
  help?: ReactNode
  /** One sentence that names the field and says what to do. */
  error?: string | undefined
  /** Adds "optional" to the label; required fields show nothing. */
  optional?: boolean
  /** To the right of the help line, such as a counter. */
  aside?: ReactNode
}

interface InputAttributes {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  className: string
}

function useInputAttributes(
  given: string | undefined,
  { help, error }: Pick<FieldTexts, 'help' | 'error'>,
  className?: string,
): InputAttributes {
  const own = useId()
  const id = given ?? own
  const described = [error ? `${id}-error` : '', help ? `${id}-help` : ''].filter(Boolean).join(' ')
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': described === '' ? undefined : described,
    className: [styles.control, className].filter(Boolean).join(' '),
  }
}

function Frame({
  id,
  label,
  help,
  error,
  optional,
  aside,
  children,
}: FieldTexts & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        <span>{label}</span>
        {optional ? <span className={styles.optional}>optional</span> : null}
      </label>
      {children}
      {help || aside ? (
        <div className={styles.under}>
          {help ? (
            <p className={styles.help} id={`${id}-help`}>
              {help}
            </p>
          ) : (
            <span />
          )}
          {aside ? <span className={styles.help}>{aside}</span> : null}
        </div>
      ) : null}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  )
}

/** The error line of a field: icon and sentence, announced when it appears. */
export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  return (
    <div aria-live="polite">
      {text ? (
        <p className={styles.error} id={id}>
          <CircleAlert aria-hidden="true" />
          <span>{text}</span>
        </p>
      ) : null}
    </div>
  )
}

export interface FieldProps extends FieldTexts, InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>
}

/** A labelled one-line input. With `type="number"` the browser's step buttons are hidden. */
export function Field({ label, help, error, optional, aside, className, id, ...rest }: FieldProps) {
  const numeric = rest.type === 'number' ? styles.numeric : ''
  const attributes = useInputAttributes(id, { help, error }, [numeric, className].filter(Boolean).join(' '))
  return (
    <Frame id={attributes.id} {...{ label, help, error, optional, aside }}>
      <input type="text" {...rest} {...attributes} />
    </Frame>
  )
}

export interface TextAreaProps extends FieldTexts, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>
}

export function TextArea({ label, help, error, optional, aside, className, id, ...rest }: TextAreaProps) {
  const attributes = useInputAttributes(id, { help, error }, className)
  return (
    <Frame id={attributes.id} {...{ label, help, error, optional, aside }}>
      <textarea rows={4} {...rest} {...attributes} />
    </Frame>
  )
}

export interface SelectProps extends FieldTexts, SelectHTMLAttributes<HTMLSelectElement> {
  ref?: Ref<HTMLSelectElement>
}

/** A native select; its options are children. */
export function Select({
  label,
  help,
  error,
  optional,
  aside,
  className,
  id,
  children,
  ...rest
}: SelectProps) {
  const attributes = useInputAttributes(id, { help, error }, className)
  return (
    <Frame id={attributes.id} {...{ label, help, error, optional, aside }}>
      <select {...rest} {...attributes}>
        {children}
      </select>
    </Frame>
  )
}

export interface CheckboxProps extends FieldTexts, InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>
}

export function Checkbox({
  label,
  help,
  error,
  optional: _optional,
  aside: _aside,
  className,
  id,
  ...rest
}: CheckboxProps) {
  const { className: _control, ...attributes } = useInputAttributes(id, { help, error })
  return (
    <div className={[styles.checkbox, className].filter(Boolean).join(' ')}>
      <input {...rest} {...attributes} type="checkbox" />
      <label htmlFor={attributes.id}>{label}</label>
      {help ? (
        <p className={styles.help} id={`${attributes.id}-help`}>
          {help}
        </p>
      ) : null}
      <FieldError id={`${attributes.id}-error`} text={error} />
    </div>
  )
}

/** Why the server refused a form, announced to screen readers; nothing without a text. */
export function FormProblem({ text }: { text: string | undefined | false }) {
  if (!text) return null
  return (
    <Notice tone="bad" announce>
      <p>{text}</p>
    </Notice>
  )
}
