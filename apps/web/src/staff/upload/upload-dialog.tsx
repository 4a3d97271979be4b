import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { listUploads, uploadPicture } from '#modules/content/contract-uploads.ts'
import { useAnswer } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Field } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/surface.tsx'
import { ActionForm } from '../parts/action-form.tsx'
import { sendFile, uploadLimit } from '../parts/send-file.ts'
import { PictureUse } from './picture-use.tsx'
import styles from './upload.module.css'

type Picture = AnswerOf<typeof uploadPicture>['picture']

interface UploadDialogProps {
  open: boolean
  /** The label of the field that the picture is for. */
  label: string
  onClose: () => void
  onChosen: (picture: Picture) => void
}

interface Typed {
  file: Pick<FileList, 0> | undefined
  alt: string
  decorative: boolean
}
const start: Typed = { file: undefined, alt: '', decorative: false }

/** Uploads a picture with its alternative text, or chooses an earlier one. */
export function UploadDialog({ open, label, onClose, onChosen }: UploadDialogProps) {
  const upload = useMutation({
    mutationFn: ({ file, alt, decorative }: Typed) => {
      const chosen = file?.[0] ?? new File([], '')
      const query = { name: chosen.name, alt: decorative ? '' : alt.trim(), decorative: String(decorative) }
      return sendFile<typeof uploadPicture>('/api/cms/uploads', query, chosen)
    },
  })
  function take(picture: Picture): void {
    onChosen(picture)
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={upload.isPending}
      title={`Upload a picture: ${label}`}
      description="JPEG, PNG, WebP, GIF or AVIF, at most 10 MB. Save a moving picture as one still frame, and a HEIC photo of an iPhone as JPEG first. Pictures that are wider than any page are scaled down."
    >
      <ActionForm
        start={start}
        send={async (typed) => take((await upload.mutateAsync(typed)).picture)}
        done={(_, reset) => reset()}
        refused={{ reason: (failure) => (failure as Error).message }}
        className={styles.form}
      >
        {({ input, values, busy }) => (
          <>
            <Field
              type="file"
              accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
              {...input('file', 'Picture', {
                validate: (files) => {
                  const { size } = (files as Typed['file'])?.[0] ?? {}
                  if (size === undefined) return 'Choose a picture first.'
                  return size <= uploadLimit || 'The picture must be at most 10 MB.'
                },
              })}
            />
            <Chosen file={values.file?.[0]} />
            <Field
              {...input('alt', 'What the picture shows (alternative text)', {
                validate: (alt, { decorative }) =>
                  decorative ||
                  String(alt).trim() !== '' ||
                  'Describe the picture, or mark it as decoration.',
              })}
              help="Read aloud to visitors who cannot see it, for example: “A keel on the stocks, seen from the bow”."
              maxLength={200}
              readOnly={values.decorative}
            />
            <Checkbox {...input('decorative', 'Decoration only: it conveys no information')} />
            <div className={styles.actions}>
              <Button type="submit" busy={busy} busyText="Uploading...">
                Upload
              </Button>
              <Button variant="secondary" disabled={busy} onClick={onClose}>
                Cancel
              </Button>
            </div>
          </>
        )}
      </ActionForm>
      <Earlier onChosen={take} onFollow={onClose} />
    </Dialog>
  )
}

function Earlier({ onChosen, onFollow }: { onChosen: (picture: Picture) => void; onFollow: () => void }) {
  const earlier = useAnswer<typeof listUploads>('/api/cms/uploads', {})
  if (earlier.isError) return <p className={styles.faint}>Earlier pictures could not be loaded.</p>
  if (!earlier.data) return <Skeleton />
  if (earlier.data.pictures.length === 0) return null
  return (
    <section className={styles.earlier} aria-labelledby="earlier-pictures">
      <h3 id="earlier-pictures">Or choose an earlier picture</h3>
      <ul>
        {earlier.data.pictures.map((picture) => (
          <li key={picture.name}>
            <button type="button" onClick={() => onChosen(picture)}>
              <img src={`/assets/${picture.name}`} alt="" width={96} height={72} loading="lazy" />
              <span>{picture.alt === '' ? 'Decoration' : picture.alt}</span>
              <span className={styles.faint}>
                {picture.width} × {picture.height}
              </span>
            </button>
            <PictureUse picture={picture} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The chosen file, as a data URL: the content security policy allows no other address of a file that is not uploaded. */
function Chosen({ file }: { file: File | undefined }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    setAddress(undefined)
    if (!file?.type.startsWith('image/') || file.size > uploadLimit) return
    const reader = new FileReader()
    reader.onload = () => setAddress(String(reader.result))
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return address ? <img className={styles.chosen} src={address} alt="Your selection" /> : null
}
