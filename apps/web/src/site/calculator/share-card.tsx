import { Link2, Mail, MessageCircle, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { Fields } from '#modules/content/contract.ts'
import { useConfig } from '../../lib/config.ts'
import { wordsOf } from '../../lib/content.ts'
import { keyed } from '../../lib/keyed.ts'
import { wait } from '../../lib/lead-form-scroll.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './results.module.css'
import { copyText, type Platform, shareAddress } from './share.ts'

const platforms: readonly { id: Platform; label: string; icon: typeof Mail }[] = [
  { id: 'twitter', label: 'Twitter/X', icon: Share2 },
  { id: 'linkedin', label: 'LinkedIn', icon: Share2 },
  { id: 'whatsapp', label: 'WhatsApp', icon: MessageCircle },
  { id: 'email', label: 'Email', icon: Mail },
  { id: 'instagram', label: 'Instagram', icon: Share2 },
]

/** The content of the dialog after a click on a platform or on the link's button. */
interface ShareMessage {
  title: string
  lines: string[]
  /** The lines are steps in order. */
  isSteps?: boolean
  /** A text to copy. */
  text?: string
  /** The address of the window that was blocked. */
  address?: string
}

/** Buttons that share the total on social platforms; the inputs are not shared. */
export function ShareCard({
  section,
  amount,
  fragment,
}: {
  section: Fields<'results'>['shareSection']
  amount: string
  /** The inputs, for the link that reopens the result. */
  fragment: string
}) {
  const { brandName } = useConfig()
  const [message, setMessage] = useState<ShareMessage>()
  const link = typeof window === 'undefined' ? '' : `${window.location.origin}/leadership-cost-calculator`
  const text = `${wordsOf(section.message).replaceAll('{amount}', amount)} ${brandName}`
  const post = `${text} ${link}`

  /** Opens the platform's window. Returns false if the browser blocked it, and shows a link instead. */
  function open(platform: Platform): boolean {
    const address = shareAddress(platform, { text, link })
    if (platform === 'email') {
      window.location.assign(address)
      return true
    }
    // Not with "noopener": then `open` always returns null, and a blocked window could not be detected.
    const opened = window.open(address, '_blank', 'popup,width=600,height=400')
    if (opened) {
      opened.opener = null
      return true
    }
    setMessage({
      title: 'The window was blocked',
      lines: ['Your browser blocked the window. Use the link below to open it.'],
      address,
    })
    return false
  }

  async function copyLink(): Promise<void> {
    const result = `${window.location.origin}/leadership-cost-results${fragment}`
    const lines = [
      'It contains your inputs after the “#”. Browsers do not send that part to any server.',
      'Anyone with the link can see your inputs, so share it only with people you trust.',
    ]
    setMessage(
      (await copyText(result))
        ? { title: 'Link copied', lines }
        : { title: 'Copy this link', lines, text: result },
    )
  }

  async function share(platform: Platform): Promise<void> {
    if (platform !== 'linkedin' && platform !== 'instagram') {
      open(platform)
      return
    }
    const copied = await copyText(post)
    if (platform === 'linkedin') {
      const opened = open(platform)
      if (!opened) {
        setMessage((before) => before && { ...before, text: post })
        return
      }
      await wait(500)
      setMessage(
        copied
          ? { title: 'Text copied', lines: ['Your post text was copied. Paste it into the LinkedIn window.'] }
          : { title: 'Copy this text', lines: ['Paste it into the LinkedIn window.'], text: post },
      )
      return
    }
    const steps = [
      'Open the Instagram app.',
      'Create a post or a story.',
      'Paste the text.',
      'Add the link to the calculator.',
    ]
    setMessage(
      copied
        ? { title: 'Text copied for Instagram', lines: steps, isSteps: true }
        : { title: 'Copy this text for Instagram', lines: steps, isSteps: true, text: post },
    )
  }

  return (
    <section className={styles.share} aria-labelledby="share-title">
      <h2 id="share-title">{wordsOf(section.title)}</h2>
      <p className={styles.soft}>{wordsOf(section.subtitle)}</p>
      <blockquote className={styles.preview}>
        {text} <span>{link}</span>
      </blockquote>
      <div className={styles.platforms}>
        {platforms.map(({ id, label, icon: Icon }) => (
          <Button
            key={id}
            size="small"
            variant="secondary"
            icon={<Icon aria-hidden="true" />}
            onClick={() => void share(id)}
          >
            {label}
          </Button>
        ))}
        <Button
          size="small"
          variant="secondary"
          icon={<Link2 aria-hidden="true" />}
          onClick={() => void copyLink()}
        >
          Copy link to this result
        </Button>
      </div>
      <ul className={styles.blurbs}>
        {keyed(section.blurbs, (blurb) => wordsOf(blurb.title)).map(([key, blurb]) => (
          <li key={key}>
            <h3>{wordsOf(blurb.title)}</h3>
            <p>{wordsOf(blurb.content)}</p>
          </li>
        ))}
      </ul>
      <Dialog
        open={message !== undefined}
        onClose={() => setMessage(undefined)}
        narrow
        title={message?.title ?? ''}
      >
        {message?.isSteps ? (
          <ol className={styles.steps}>
            {message.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        ) : (
          <div className={styles.steps}>
            {message?.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        )}
        {message?.text ? (
          <textarea
            className={styles.copy}
            aria-label="Text to copy"
            readOnly
            rows={4}
            value={message.text}
            onFocus={(event) => event.target.select()}
          />
        ) : null}
        {message?.address ? (
          <p className={styles.steps}>
            <a href={message.address} target="_blank" rel="noopener noreferrer">
              Open the window
            </a>
          </p>
        ) : null}
        <Button onClick={() => setMessage(undefined)}>Done</Button>
      </Dialog>
    </section>
  )
}
