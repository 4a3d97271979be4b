import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { listUploads, removeUpload } from '#modules/content/contract-uploads.ts'
import { useAction } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import type { Tree } from '../api.ts'
import { withToasts } from '../content/save-message.ts'
import { useReadAt } from '../draft/draft-context.tsx'
import { placeWords, pointerAt } from '../draft/place-words.ts'
import { fieldAddress } from '../frame/addresses.ts'
import styles from './upload.module.css'

type Stored = AnswerOf<typeof listUploads>['pictures'][number]

const channelWords = { development: 'draft', production: 'published' } as const
/** So many older versions are named. */
const named = 5

/** Where an uploaded picture is used, each place with its link; one that is not used can be removed. */
export function PictureUse({ picture, onFollow }: { picture: Stored; onFollow: () => void }) {
  const tree = useReadAt()('') as Tree
  const { places, older } = picture.use
  const unsaved = places.length === 0 && JSON.stringify(tree).includes(picture.name)
  const more = older.length - named
  const versions = `${older.slice(0, named).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return (
    <div className={styles.use}>
      {places.map(({ steps, channels }) => (
        <p key={steps.join()}>
          <Link to={fieldAddress(tree.pages, pointerAt(tree, steps))} onClick={onFollow}>
            {placeWords(tree, steps)}
          </Link>{' '}
          ({channels.map((channel) => channelWords[channel]).join(' and ')})
        </p>
      ))}
      {unsaved ? <p>In your unsaved changes</p> : null}
      {older.length > 0 ? <p>Can be restored in version {versions}</p> : null}
      <Remove picture={picture} used={places.length + older.length > 0 || unsaved} />
    </div>
  )
}

/** Removes the picture at the second press. */
function Remove({ picture: { name, alt }, used }: { picture: Stored; used: boolean }) {
  const [asked, setAsked] = useState(false)
  const path = '/api/cms/uploads'
  const remove = useAction<typeof removeUpload>('DELETE', `${path}/:file`, [path])
  const sent = { params: { file: name.replace('uploads/', '') } }
  const run = () => remove.mutateAsync(sent).then(() => 'The picture was removed.')
  return (
    <Button
      variant="quiet"
      size="small"
      disabled={used}
      busy={remove.isPending}
      onClick={() => (asked ? void withToasts('Removing failed', run) : setAsked(true))}
    >
      {used ? 'Used: cannot be removed' : asked ? 'Remove for good' : 'Not used: remove'}
      <span className="visually-hidden"> {alt || name}</span>
    </Button>
  )
}
