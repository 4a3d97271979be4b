import { useQueryClient } from '@tanstack/react-query'
import { paperKinds } from '#modules/commerce/rules.ts'
import type {
  listVendorPapers,
  removeVendorPaper,
  saveVendorPaper,
} from '#modules/commerce/vendor-pack/contract.ts'
import { staffKey, useAction } from '../../lib/answers.ts'
import { attempt } from '../../lib/attempt.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { ActionForm } from '../parts/action-form.tsx'
import layout from '../parts/layout.module.css'
import { Options } from '../parts/options.tsx'
import { sendFile, uploadLimit } from '../parts/send-file.ts'

export type Paper = AnswerOf<typeof listVendorPapers>['papers'][number]
export const papersPath = '/api/finance/vendor-papers'

type File0 = Pick<FileList, 0> | undefined

/** Adds a paper to the vendor pack, or replaces or removes one. */
export function PaperForm({ paper, onDone }: { paper: Paper; onDone: () => void }) {
  const { id, kind, title, expiresOn } = paper
  const client = useQueryClient()
  const remove = useAction<typeof removeVendorPaper>('DELETE', `${papersPath}/:id`, [papersPath])
  const said = (word: string) => () => {
    notify.success(word)
    onDone()
  }
  return (
    <ActionForm
      start={{ kind: kind as string, title, expiresOn: expiresOn ?? '', file: undefined as File0 }}
      className={layout.form}
      send={async ({ file, expiresOn: lastDay, ...typed }) => {
        const query = { id, ...typed, ...(lastDay !== '' && { expiresOn: lastDay }) }
        await sendFile<typeof saveVendorPaper>(papersPath, query, file?.[0] ?? new File([], ''))
        await client.invalidateQueries({ queryKey: [staffKey, papersPath] })
      }}
      done={said('Saved.')}
      refused={{ title: 'Not saved.' }}
    >
      {({ input, busy }) => (
        <>
          <Select {...input('kind', 'Kind')}>
            <Options of={Object.entries(paperKinds)} />
          </Select>
          <Field {...input('title', 'Title')} maxLength={120} help="Companies read it." />
          <Field
            {...input('expiresOn', 'Last day')}
            type="date"
            optional
            help="Companies do not get the paper after this day."
          />
          <Field
            type="file"
            accept="application/pdf"
            {...input('file', 'PDF', {
              validate: (files) => {
                const { size } = (files as File0)?.[0] ?? {}
                if (size === undefined) return 'Choose a PDF first.'
                return size <= uploadLimit || 'The PDF must be at most 10 MB.'
              },
            })}
            help="At most 10 MB. Choose it again to change the title or the last day."
          />
          <div className={layout.buttons}>
            <Button type="submit" size="small" busy={busy} busyText="Saving...">
              {title === '' ? 'Add this paper' : 'Replace this paper'}
            </Button>
            {title === '' ? null : (
              <Button
                size="small"
                variant="secondary"
                busy={remove.isPending}
                onClick={() => void attempt(remove.mutateAsync({ params: { id } }), said('Removed.'))}
              >
                Remove
              </Button>
            )}
          </div>
        </>
      )}
    </ActionForm>
  )
}
