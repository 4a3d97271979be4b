import { type FormEvent, useId, useState } from 'react'
import { leadSucceeded } from '../../lib/lead-events.ts'
import { notify } from '../../lib/notify.ts'
import { keys, session } from '../../lib/storage.ts'
import { Button } from '../../ui/button.tsx'
import { Challenge, useChallenge } from '../../ui/challenge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './lead-form.module.css'
import { LeadInputs } from './lead-inputs.tsx'
import { useLeadForm } from './use-lead-form.ts'

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
      title="The Hidden ROI of Real Leadership"
      description="Tell us where to send it. The download opens at once, and a copy of the link goes to your inbox."
    >
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
  const id = useId()
  const form = useLeadForm()
  const challenge = useChallenge()
  const [error, setError] = useState<string>()

  function fail(text: string): void {
    setError(text)
    notify.error(text)
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (sending || !form.complete) return
    setError(undefined)
    if (!challenge.ready()) return
    setSending(true)
    try {
      const { downloadUrl } = await form.send('whitepaper_download', challenge.token)
      if (!downloadUrl) {
        fail(noLink)
        return
      }
      form.clear()
      session.remove(keys.leadType)
      leadSucceeded('whitepaper_download')
      window.open(downloadUrl, '_blank', 'noopener')
      notify.success(<Ready address={downloadUrl} />, { autoClose: 15_000, closeOnClick: false })
      onDone()
    } catch {
      fail(failed)
    } finally {
      setSending(false)
      challenge.renew()
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate aria-label="Whitepaper">
      <LeadInputs form={form} id={id} disabled={sending} />
      <Challenge state={challenge} id={id} />
      <div aria-live="polite">{error ? <Notice tone="bad">{error}</Notice> : null}</div>
      <Button
        type="submit"
        size="large"
        wide
        busy={sending}
        busyText="Submitting..."
        disabled={!form.complete || (challenge.active && !challenge.token)}
      >
        Download whitepaper
      </Button>
    </form>
  )
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
