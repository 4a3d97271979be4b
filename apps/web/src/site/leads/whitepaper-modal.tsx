import { useState } from 'react'
import { leadSucceeded } from '../../lib/lead-events.ts'
import { chooseLeadType } from '../../lib/lead-type.ts'
import { notify } from '../../lib/notify.ts'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './lead-form.module.css'
import { LeadFrame } from './lead-frame.tsx'
import { ChapterList, contentsTitle, PaperCover } from './paper-contents.tsx'
import { useLeadSubmit } from './use-lead-submit.ts'

const failed = 'Failed to submit your request. Please try again later.'
const noLink = 'Failed to get download URL. Please try again later.'

/** Contact details against the whitepaper. It cannot be closed while it is sending. */
export function WhitepaperModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [sending, setSending] = useState(false)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={sending}
      fieldFirst
      title="The Hidden ROI of Real Leadership"
      description="Tell us where to send it. The download opens at once, and a copy of the link goes to your inbox."
    >
      <div className={styles.paper}>
        <PaperCover className={styles.cover} />
        <details>
          <summary>{contentsTitle}</summary>
          <ChapterList />
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
    onTaken: ({ downloadUrl }, leadType, form) => {
      if (!downloadUrl) return { tone: 'bad', text: noLink }
      form.clear()
      chooseLeadType(undefined)
      leadSucceeded(leadType)
      window.open(downloadUrl, '_blank', 'noopener')
      notify.success(<Ready address={downloadUrl} />, { autoClose: 15_000, closeOnClick: false })
      onDone()
    },
    sentenceOf: () => failed,
    aloud: true,
  })
  return <LeadFrame lead={lead} label="Whitepaper" buttonText="Download whitepaper" whenComplete />
}

/** Browsers may stop a window that opens after an answer; so the link stays in sight. */
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
