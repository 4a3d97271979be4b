import { home } from '#modules/content/base-template/home.ts'
import { fieldsOf, useContent, wordsOf } from '../../lib/content.ts'
import { focusFirstInput } from '../../lib/lead-form-scroll.ts'
import { chooseLeadType, useLeadType } from '../../lib/lead-type.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'

/** Above the form while it reserves the book: which book, what it costs now, and the way to write about something else. */
export function BookNote({ formId }: { formId: string }) {
  const { page } = useContent(home)
  const asked = useLeadType() === 'pre_order_book'
  const about = wordsOf(fieldsOf(page, 'book').subtitle)

  function somethingElse(): void {
    chooseLeadType('normal_lead')
    // The button that had the focus is gone.
    const form = document.getElementById(formId)
    if (form) focusFirstInput(form)
  }

  if (!asked) return null
  return (
    <Notice
      tone="info"
      announce
      title="You are reserving a copy of the book"
      actions={
        <Button variant="secondary" size="small" onClick={somethingElse}>
          Write about something else
        </Button>
      }
    >
      {about === '' ? null : (
        <p>
          <cite>{about}</cite>
        </p>
      )}
      <p>Send this form and a copy is kept for you. Nothing is charged; we write when the book is ready.</p>
    </Notice>
  )
}
