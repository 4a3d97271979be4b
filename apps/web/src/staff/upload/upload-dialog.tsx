import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Field } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/surface.tsx'
import styles from './upload.module.css'
import { loadPictures, type Picture, sendPicture, uploadLimit } from './upload-api.ts'

interface UploadDialogProps {
  open: boolean
  /** The label of the field that the picture is for. */
  label: string
  onClose: () => void
  onChosen: (picture: Picture) => void
}

type Errors = Partial<Record<'file' | 'alt', string>>

/** Uploads a picture with its alternative text, or chooses an earlier one. */
export function UploadDialog({ open, label, onClose, onChosen }: UploadDialogProps) {
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [alt, setAlt] = useState('')
  const [decorative, setDecorative] = useState(false)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const shown = useDataAddress(file)
  const earlier = useQuery({
    queryKey: ['admin', 'uploads'],
    queryFn: loadPictures,
    enabled: open,
    staleTime: 0,
  })

  function take(picture: Picture): void {
    onChosen(picture)
    setFile(undefined)
    setAlt('')
    setErrors({})
    onClose()
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    const found: Errors = {
      ...(!file && { file: 'Choose a picture first.' }),
      ...(file && file.size > uploadLimit && { file: 'The picture must be at most 10 MB.' }),
      ...(!decorative && alt.trim() === '' && { alt: 'Describe the picture, or mark it as decoration.' }),
    }
    setErrors(found)
    if (!file || Object.keys(found).length > 0) return
    setBusy(true)
    try {
      const picture = await sendPicture(file, alt.trim(), decorative)
      void client.invalidateQueries({ queryKey: ['admin', 'uploads'] })
      take(picture)
    } catch (failure) {
      setErrors({ file: failure instanceof Error ? failure.message : 'The picture was not uploaded.' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={busy}
      title={`Upload a picture: ${label}`}
      description="JPEG, PNG, WebP, GIF or AVIF, at most 10 MB. Pictures that are wider than any page are scaled down."
    >
      <form className={styles.form} onSubmit={send} noValidate>
        <Field
          type="file"
          label="Picture"
          accept="image/jpeg,image/png,image/webp,image/gif,image/avif"
          error={errors.file}
          onChange={(event) => {
            setFile(event.target.files?.[0])
            setErrors({})
          }}
        />
        {shown ? <img className={styles.chosen} src={shown} alt="Your selection" /> : null}
        <Field
          label="What the picture shows (alternative text)"
          help="Read aloud to visitors who cannot see it, for example: “A keel on the stocks, seen from the bow”."
          maxLength={200}
          value={alt}
          disabled={decorative}
          error={errors.alt}
          onChange={(event) => setAlt(event.target.value)}
        />
        <Checkbox
          label="Decoration only: it conveys no information"
          checked={decorative}
          onChange={(event) => setDecorative(event.target.checked)}
        />
        <div className={styles.actions}>
          <Button type="submit" busy={busy} busyText="Uploading...">
            Upload
          </Button>
          <Button type="button" variant="secondary" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
      <Earlier pictures={earlier.data?.pictures} failed={earlier.isError} onChosen={take} />
    </Dialog>
  )
}

function Earlier({
  pictures,
  failed,
  onChosen,
}: {
  pictures: Picture[] | undefined
  failed: boolean
  onChosen: (picture: Picture) => void
}) {
  if (failed) return <p className={styles.faint}>Earlier pictures could not be loaded.</p>
  if (!pictures) return <Skeleton />
  if (pictures.length === 0) return null
  return (
    <section className={styles.earlier} aria-labelledby="earlier-pictures">
      <h3 id="earlier-pictures">Or choose an earlier picture</h3>
      <ul>
        {pictures.map((picture) => (
          <li key={picture.name}>
            <button type="button" onClick={() => onChosen(picture)}>
              <img src={`/assets/${picture.name}`} alt="" width={96} height={72} loading="lazy" />
              <span>{picture.alt === '' ? 'Decoration' : picture.alt}</span>
              <span className={styles.faint}>
                {picture.width} × {picture.height}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The file as a data URL, the only kind that the content security policy allows for a file that is not uploaded. */
function useDataAddress(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    setAddress(undefined)
    if (!file?.type.startsWith('image/') || file.size > uploadLimit) return
    const reader = new FileReader()
    reader.onload = () => setAddress(String(reader.result))
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return address
}
