import { useMutation } from '@tanstack/react-query'
import { FileUp, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import type { uploadPdf } from '#modules/content/contract-uploads.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useEditing, useProblem } from '../draft/draft-context.tsx'
import { naming } from '../draft/naming.ts'
import { labelOf } from '../draft/schema.ts'
import { sendFile, uploadLimit } from '../parts/send-file.ts'
import editorStyles from './editors.module.css'
import type { ValueProps } from './value-props.ts'

/** Which PDF visitors download: an uploaded one, or while the field is empty the one that comes with the site. */
export function PdfField({ pointer, name, value, schema }: ValueProps) {
  const { edit, readOnly } = useEditing()
  const problem = useProblem(pointer)
  const input = useRef<HTMLInputElement>(null)
  const label = labelOf(schema, name)

  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > uploadLimit) throw new Error('The PDF must be at most 10 MB.')
      return sendFile<typeof uploadPdf>('/api/cms/uploads/pdf', { name: file.name }, file)
    },
    onSuccess: (stored) => edit(pointer, stored.name),
  })

  return (
    <div className={editorStyles.fields}>
      <div data-width="wide">
        <Field
          label={label}
          help={schema?.description}
          readOnly
          value={value === '' ? 'The one that comes with this site' : String(value)}
          error={upload.error?.message ?? naming(label, problem)}
        />
      </div>
      {readOnly ? null : (
        <div className={editorStyles.adds}>
          <input
            ref={input}
            type="file"
            accept="application/pdf"
            hidden
            aria-label={`Upload ${label}`}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              target.value = ''
              if (file) upload.mutate(file)
            }}
          />
          <Button
            variant="quiet"
            size="small"
            busy={upload.isPending}
            busyText="Uploading..."
            icon={<FileUp aria-hidden="true" />}
            onClick={() => input.current?.click()}
          >
            Upload {label}
          </Button>
          {value === '' ? null : (
            <Button
              variant="quiet"
              size="small"
              icon={<Undo2 aria-hidden="true" />}
              onClick={() => edit(pointer, '')}
            >
              Use the one that comes with this site
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
