import { type FormEvent, type ReactNode, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { showAtInputs } from '../../lib/field-problems.ts'
import { Notice } from '../../ui/surface.tsx'
import { reasonOf } from './loading-states.tsx'

/** What a field of `ui/field.tsx` gets for the input `name`: its label, its error and its listeners. */
type Input<Values extends FieldValues> = (
  name: Path<Values>,
  label: string,
  rules?: RegisterOptions<Values, Path<Values>>,
) => { label: string; error: string | undefined } & ReturnType<UseFormReturn<Values>['register']>

interface ActionFormProps<Values extends FieldValues, Answer> {
  start: Values
  /** Sends what was typed. A failure is shown at its inputs, or above them. */
  send: (values: Values) => Promise<Answer>
  /** After success. @param reset sets every input to its start, or to these values */
  done: (values: Values, reset: (to?: Values) => void, answer: Answer) => void
  /** The input that shows a field of the request, where their names differ. */
  inputs?: Readonly<Record<string, Path<Values>>>
  /** The title above the reason of a failure, and the reason's sentence if it is not the usual one. */
  refused?: { title?: string; reason?: (failure: unknown) => string }
  className?: string | undefined
  /** The fields and the button. @param busy while it is being sent */
  children: (parts: {
    input: Input<Values>
    values: Values
    /** Changes a list whose rows can be added and removed. */
    set: UseFormReturn<Values>['setValue']
    busy: boolean
  }) => ReactNode
}

/** The error type of an input whose text the browser cannot read, such as half of a date. */
const unread = 'unread'

/**
 * A form that does one thing. After a refusal the focus is at the first refused input, and what was typed stays. Messages
 * of the server that begin with a small letter or a quotation get the input's label before them.
 */
export function ActionForm<Values extends FieldValues, Answer>(props: ActionFormProps<Values, Answer>) {
  const { start, send, done, inputs = {}, refused, className, children } = props
  const { register, handleSubmit, formState, setError, clearErrors, setFocus, setValue, reset, watch } =
    useForm<Values>({
      defaultValues: start as DefaultValues<Values>,
      // A message stays until the form is sent again.
      reValidateMode: 'onSubmit',
    })
  const [problem, setProblem] = useState<string>()
  const { errors, isSubmitting } = formState
  const values = watch()
  const names = namesIn(values) as Path<Values>[]
  const inputOf = { ...Object.fromEntries(names.map((name) => [name, name])), ...inputs }

  async function submit(typed: Values): Promise<void> {
    setProblem(undefined)
    let answer: Answer
    try {
      answer = await send(typed)
    } catch (failure) {
      const shown = showAtInputs(failure, inputOf, (input, message, first) => {
        setError(input, { type: 'server', message })
        if (first) setFocus(input)
      })
      if (!shown) setProblem((refused?.reason ?? reasonOf)(failure))
      return
    }
    done(typed, reset, answer)
  }

  /** A half-typed date or number has the value '', which would be sent as "none". */
  function read(event: FormEvent<HTMLFormElement>): void {
    const badInput = [...event.currentTarget.elements].find(
      (field) => field instanceof HTMLInputElement && field.validity.badInput,
    )
    const name = names.find((each) => each === badInput?.getAttribute('name'))
    if (name === undefined) return void handleSubmit(submit)(event)
    event.preventDefault()
    setProblem(undefined)
    clearErrors()
    setError(name, { type: unread, message: 'complete it or clear it.' })
    setFocus(name)
  }

  return (
    <form className={className} noValidate onSubmit={read}>
      {problem ? (
        <Notice tone="bad" {...(refused?.title !== undefined && { title: refused.title })} announce>
          {problem}
        </Notice>
      ) : null}
      {children({
        values,
        set: setValue,
        busy: isSubmitting,
        input: (name, label, rules) => ({
          label,
          error: sentenceOf(label, get(errors, name)),
          ...register(name, rules),
        }),
      })}
    </form>
  )
}

/** The names of the inputs: `startsOn`, and `labs.0.time` in a list of rows. */
function namesIn(values: object, before = ''): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null ? namesIn(value, `${before}${name}.`) : `${before}${name}`,
  )
}

function sentenceOf(label: string, error: FieldErrors[string]): string | undefined {
  if (typeof error?.message !== 'string') return undefined
  if (error.type === unread) return `${label}: ${error.message}`
  if (error.message.startsWith('"')) return `${label}: ${error.message}`
  return /^[a-z]/.test(error.message) ? `${label} ${error.message}` : error.message
}
