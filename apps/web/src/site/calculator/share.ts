export type Platform = 'twitter' | 'linkedin' | 'whatsapp' | 'email' | 'instagram'

export interface ShareText {
  /** The post, without the link. */
  text: string
  link: string
}

/** The address that opens a post on the platform; the one of X for an unknown platform. */
export function shareAddress(platform: string, { text, link }: ShareText): string {
  const post = `${text} ${link}`
  switch (platform) {
    case 'linkedin':
      return `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url: link, title: text, summary: post })}`
    case 'whatsapp':
      return `https://wa.me/?text=${encodeURIComponent(post)}`
    case 'email':
      return `mailto:?subject=${encodeURIComponent('The cost of leadership gaps')}&body=${encodeURIComponent(`${text}\n\n${link}`)}`
    default:
      return `https://twitter.com/intent/tweet?${new URLSearchParams({ url: link, text })}`
  }
}

/** Copies a text, by a hidden text area if the browser refuses the clipboard. Returns whether it succeeded. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.className = 'visually-hidden'
    area.setAttribute('aria-hidden', 'true')
    document.body.append(area)
    area.select()
    try {
      return document.execCommand('copy')
    } catch {
      return false
    } finally {
      area.remove()
    }
  }
}
