import { Link2, Mail, MessageCircle, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { Fields } from '#modules/content/contract.ts'
import { useConfig } from '../../lib/config.ts'
import { wordsOf } from '../../lib/content.ts'
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

interface Told {
  title: string
  lines: string[]
  /** The lines are to be done one after the other. */
  inTurn?: boolean
  text?: string
  /** Where a window was meant to open. */
  address?: string
}

/** Telling others: only the total leaves the page. */
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
  const [told, setTold] = useState<Told>()
  const link = typeof window === 'undefined' ? '' : `${window.location.origin}/leadership-cost-calculator`
  const text = `${wordsOf(section.message).replaceAll('{amount}', amount)} ${brandName}`
  const post = `${text} ${link}`

  /** Opens the platform's window; answers false when the browser refused it, and shows a link instead. */
  function open(platform: Platform): boolean {
    const address = shareAddress(platform, { text, link })
    if (platform === 'email') {
      window.location.assign(address)
      return true
    }
    // Not "noopener", which answers null for a window that did open: then a refusal could not be told.
    const opened = window.open(address, '_blank', 'popup,width=600,height=400')
    if (opened) {
      opened.opener = null
      return true
    }
    setTold({
      title: 'The window was blocked',
      lines: ['Your browser stopped the window from opening. Open it with the link below.'],
      address,
    })
    return false
  }

  async function copyLink(): Promise<void> {
    const result = `${window.location.origin}/leadership-cost-results${fragment}`
    const lines = [
      'It holds your inputs after the “#”, a part that browsers do not send to any server.',
      'Whoever has the link sees the inputs. Send it to people you trust with them.',
    ]
    setTold(
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
        setTold((before) => before && { ...before, text: post })
        return
      }
      await wait(500)
      setTold(
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
    setTold(
      copied
        ? { title: 'Text copied for Instagram', lines: steps, inTurn: true }
        : { title: 'Copy this text for Instagram', lines: steps, inTurn: true, text: post },
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
        {section.blurbs.map((blurb) => (
          <li key={wordsOf(blurb.title)}>
            <h3>{wordsOf(blurb.title)}</h3>
            <p>{wordsOf(blurb.content)}</p>
          </li>
        ))}
      </ul>
      <Dialog open={told !== undefined} onClose={() => setTold(undefined)} narrow title={told?.title ?? ''}>
        {told?.inTurn ? (
          <ol className={styles.steps}>
            {told.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        ) : (
          <div className={styles.steps}>
            {told?.lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        )}
        {told?.text ? (
          <textarea
            className={styles.copy}
            aria-label="Text to copy"
            readOnly
            rows={4}
            value={told.text}
            onFocus={(event) => event.target.select()}
          />
        ) : null}
        {told?.address ? (
          <p className={styles.steps}>
            <a href={told.address} target="_blank" rel="noopener noreferrer">
              Open the window
            </a>
          </p>
        ) : null}
        <Button onClick={() => setTold(undefined)}>Done</Button>
      </Dialog>
    </section>
  )
}
