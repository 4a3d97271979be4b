import { FileUp, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { useEditing, useProblem } from '../draft/draft-context.tsx'
import { naming } from '../draft/naming.ts'
import { labelOf } from '../draft/schema.ts'
import { sendPdf, uploadLimit } from '../upload/upload-api.ts'
import editorStyles from './editors.module.css'
import type { ValueProps } from './value-props.ts'

/** Which PDF visitors download: an uploaded one, or while the field is empty the one that comes with the site. */
export function PdfField({ pointer, name, value, schema }: ValueProps) {
  const { edit, readOnly } = useEditing()
  const problem = useProblem(pointer)
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const label = labelOf(schema, name)

  async function send(file: File): Promise<void> {
    if (file.size > uploadLimit) return setFailure('The PDF must be at most 10 MB.')
    setBusy(true)
    setFailure(undefined)
    try {
      edit(pointer, await sendPdf(file))
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'The PDF was not uploaded.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={editorStyles.fields}>
      <div data-width="wide">
        <Field
          label={label}
          help={schema?.description}
          readOnly
          value={value === '' ? 'The one that comes with this site' : String(value)}
          error={failure ?? naming(label, problem)}
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
              if (file) void send(file)
            }}
          />
          <Button
            variant="quiet"
            size="small"
            busy={busy}
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
