import { home } from '#modules/content/base-template/home.ts'
import { fieldsOf, useContent, wordsOf } from '../../lib/content.ts'
import { focusFirstInput } from '../../lib/lead-form-scroll.ts'
import { chooseLeadType, useLeadType } from '../../lib/lead-type.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'

/** A notice above the lead form while it reserves the book, with a button that changes it to an ordinary lead. */
export function BookNote({ formId }: { formId: string }) {
  const { page } = useContent(home)
  const reserving = useLeadType() === 'pre_order_book'
  const about = wordsOf(fieldsOf(page, 'book').subtitle)

  function somethingElse(): void {
    chooseLeadType('normal_lead')
    // The button that had the focus is removed.
    const form = document.getElementById(formId)
    if (form) focusFirstInput(form)
  }

  if (!reserving) return null
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
      <p>
        Send this form and we reserve a copy for you. Nothing is charged; we write when the book is ready.
      </p>
    </Notice>
  )
}
