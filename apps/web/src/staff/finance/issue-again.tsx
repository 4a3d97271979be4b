import { FilePen } from 'lucide-react'
import { useState } from 'react'
import type { correctInvoice, invoicedDetails } from '#modules/commerce/finance/search/contract-actions.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { ActionForm } from '../parts/action-form.tsx'
import layout from '../parts/layout.module.css'
import { SkeletonLines, Trouble } from '../parts/loading-states.tsx'
import { keptPermanently, reasonRules } from '../parts/reason.ts'
import { financeAnswers } from './order-answers.ts'

const labels = {
  company: 'Company',
  firstName: 'First name',
  lastName: 'Last name',
  addressLine1: 'Street and number',
  addressLine2: 'Address line 2',
  postalCode: 'Postal code',
  city: 'City',
  region: 'State or region',
  country: 'Country',
  taxId: 'VAT or tax number',
  reference: 'Purchase order',
}
const names = Object.keys(labels) as (keyof typeof labels)[]

/** The button and the form that issue an invoice again with other details of its recipient. */
export function IssueAgain({ id, invoiceNumber }: { id: string; invoiceNumber: string }) {
  const [open, setOpen] = useState(false)
  const params = { id }
  const path = '/api/finance/orders/:id/invoice-details'
  const query = useAnswer<typeof invoicedDetails>(path, { params }, { enabled: open })
  const correct = useAction<typeof correctInvoice>(
    'POST',
    '/api/finance/orders/:id/invoice-corrections',
    financeAnswers,
  )
  const details = query.data?.details
  return (
    <div className={layout.buttons}>
      <Button
        size="small"
        variant="secondary"
        icon={<FilePen aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Issue again
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        narrow
        title="Issue the invoice again"
        description={`A credit note cancels ${invoiceNumber}, and a new invoice has the details below. No money moves. The buyer gets both by email.`}
      >
        {query.isError ? (
          <Trouble what="The details" failure={query.error} onRetry={() => void query.refetch()} />
        ) : details === undefined || query.isFetching ? (
          <SkeletonLines what="the details" lines={6} />
        ) : details === null ? (
          <p>The data of this buyer is erased, so nothing can be corrected.</p>
        ) : (
          <ActionForm
            start={{ ...details, reason: '' }}
            className={layout.form}
            send={(typed) => correct.mutateAsync({ params, body: { ...typed, invoiceNumber } })}
            done={(_, __, { order }) => {
              notify.success(`Invoice ${order.invoiceNumber} replaces ${invoiceNumber}.`)
              setOpen(false)
            }}
            refused={{ title: 'Nothing was issued.' }}
          >
            {({ input, busy }) => (
              <>
                {names.map((name) => (
                  <Field key={name} {...input(name, labels[name])} maxLength={120} autoComplete="off" />
                ))}
                <TextArea
                  {...input('reason', 'Reason', reasonRules)}
                  rows={2}
                  maxLength={200}
                  help={keptPermanently}
                />
                <div className={layout.buttons}>
                  <Button type="submit" size="small" busy={busy} busyText="Issuing...">
                    Issue again
                  </Button>
                </div>
              </>
            )}
          </ActionForm>
        )}
      </Dialog>
    </div>
  )
}
