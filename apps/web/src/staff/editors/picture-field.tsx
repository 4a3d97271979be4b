import { ExternalLink, ImageUp } from 'lucide-react'
import { useState } from 'react'
import { assetAddress } from '../../lib/assets.ts'
import { useConfig } from '../../lib/config.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import styles from '../admin.module.css'
import { useEditing, useProblem } from '../draft/draft-context.tsx'
import { naming } from '../draft/naming.ts'
import { below, type Pointer, stepsOf } from '../draft/pointer.ts'
import { labelOf } from '../draft/schema.ts'
import { UploadDialog } from '../upload/upload-dialog.tsx'
import editorStyles from './editors.module.css'
import type { ValueProps } from './value-props.ts'

/** The path of a picture or video, with a link that opens it; a picture may also be uploaded. */
export function PictureField({ pointer, name, value, schema, optional }: ValueProps) {
  const { edit, readOnly } = useEditing()
  const problem = useProblem(pointer)
  const config = useConfig()
  const [uploading, setUploading] = useState(false)
  const path = String(value ?? '')
  const shown = labelOf(schema, name)
  const isVideo = schema?.control === 'video'
  const address = path === '' || problem ? undefined : assetAddress(path, config)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the blur of its field
    <div
      className={editorStyles.picture}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Only on blur: while the field is focused, another path may be typed, and removing the field would lose the focus.
        if (optional && !readOnly && path === '' && !currentTarget.contains(relatedTarget))
          edit(pointer, undefined)
      }}
    >
      {isVideo ? null : (
        <span className={editorStyles.thumbnail}>
          {address ? <img key={address} src={address} alt="" loading="lazy" decoding="async" /> : null}
        </span>
      )}
      <Field
        label={shown}
        value={path}
        error={naming(shown, problem)}
        readOnly={readOnly}
        spellCheck={false}
        onChange={(event) => edit(pointer, event.target.value.trim())}
      />
      <div className={editorStyles.pictureTools}>
        {address === undefined ? null : (
          <a className={styles.view} href={address} target="_blank" rel="noreferrer">
            View<span className="visually-hidden"> {shown} in a new tab</span>
            <ExternalLink aria-hidden="true" strokeWidth={1.5} />
          </a>
        )}
        {readOnly || isVideo ? null : (
          <Button
            variant="quiet"
            size="small"
            icon={<ImageUp aria-hidden="true" />}
            onClick={() => setUploading(true)}
          >
            Upload<span className="visually-hidden"> {shown}</span>
          </Button>
        )}
      </div>
      {readOnly || isVideo ? null : (
        <UploadDialog
          open={uploading}
          label={shown}
          onClose={() => setUploading(false)}
          onChosen={(picture) => {
            edit(pointer, picture.name)
            const media = mediaAbove(pointer)
            if (media && picture.alt !== '') edit(below(media, 'alt'), picture.alt)
          }}
        />
      )}
    </div>
  )
}

/** The media that a picture belongs to (`…/media/desktop/illustration`), which has its alternative text. */
function mediaAbove(pointer: Pointer): Pointer | undefined {
  const steps = stepsOf(pointer)
  if (steps.at(-3) !== 'media') return undefined
  return pointer.split('/').slice(0, -2).join('/')
}
