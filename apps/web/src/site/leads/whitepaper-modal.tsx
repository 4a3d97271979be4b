import { useState } from 'react'
import { home } from '#modules/content/base-template/home.ts'
import { fieldsOf, useContent } from '../../lib/content.ts'
import { leadSucceeded } from '../../lib/lead-events.ts'
import { chooseLeadType } from '../../lib/lead-type.ts'
import { notify } from '../../lib/notify.ts'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './lead-form.module.css'
import { LeadFrame } from './lead-frame.tsx'
import { useLeadSubmit } from './use-lead-submit.ts'
import { ChapterList, WhitepaperCover } from './whitepaper-contents.tsx'

const failed = 'Failed to submit your request. Please try again later.'
const noLink = 'Failed to get download URL. Please try again later.'

/** The form that unlocks the whitepaper's download. The dialog cannot be closed while it is sending. */
export function WhitepaperModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [sending, setSending] = useState(false)
  const { paper } = fieldsOf(useContent(home).page, 'whitepaper')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={sending}
      fieldFirst
      title={paper.title}
      description="Tell us where to send it. The download opens right away, and we email you the link as well."
    >
      <div className={styles.whitepaper}>
        <WhitepaperCover className={styles.cover} />
        <details>
          <summary>{paper.length}</summary>
          <ChapterList chapters={paper.chapters} />
        </details>
      </div>
      <WhitepaperForm sending={sending} setSending={setSending} onDone={onClose} />
    </Dialog>
  )
}

interface FormProps {
  sending: boolean
  setSending: (sending: boolean) => void
  onDone: () => void
}

function WhitepaperForm({ sending, setSending, onDone }: FormProps) {
  const lead = useLeadSubmit({
    sending,
    setSending,
    leadType: () => 'whitepaper_download',
    onAccepted: ({ downloadUrl }, leadType, form) => {
      if (!downloadUrl) return { tone: 'bad', text: noLink }
      form.clear()
      chooseLeadType(undefined)
      leadSucceeded(leadType)
      window.open(downloadUrl, '_blank', 'noopener')
      notify.success(<Ready address={downloadUrl} />, { autoClose: 15_000, closeOnClick: false })
      onDone()
    },
    sentenceOf: () => failed,
    showToast: true,
  })
  return <LeadFrame lead={lead} label="Whitepaper" buttonText="Download whitepaper" whenComplete />
}

/** A toast with the link, because browsers may block a window that opens after a request. */
function Ready({ address }: { address: string }) {
  return (
    <div>
      Thank you! Your whitepaper is ready for download.{' '}
      <a className={styles.download} href={address} target="_blank" rel="noopener">
        Open whitepaper
      </a>
    </div>
  )
}
