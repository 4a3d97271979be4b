import { describe, expect, test } from 'vitest'
import { mailLayout } from '#platform/mail/layout.ts'

const content = {
  brand: 'Veralead',
  preheader: 'Your code',
  heading: 'Your verification code',
  paragraphs: ['Hello Anna,', 'Enter this code.'],
  code: '042042',
  rows: [{ label: 'Total', value: '$2,500.00' }],
  button: { label: 'Open', url: 'https://veralead.test/reset-password?token=a.b&x=1' },
  footer: ['If it was not you, ignore this.'],
}
const hostile = `<img src=x onerror=alert(1)>"'&</td></style><script>alert(1)</script>`

describe('the layout of a mail', () => {
  test('what looks like an address and is none stays words', () => {
    const mistyped = ['https://[zoom link]', 'https://…', 'https://%', 'https://zoom.us|Zoom']
    for (const prose of [...mistyped, 'https://example.com:99999', 'https://user@']) {
      const { html, text } = mailLayout({ ...content, prose: `Come to ${prose} at six.` })
      expect(html, prose).toContain(`>Come to ${prose} at six.</p>`)
      expect(text).toContain(prose)
    }
    expect(mailLayout({ ...content, prose: 'To https://zoom.us/j/1.' }).html).toContain(
      'href="https://zoom.us/j/1"',
    )
  })

  test('both bodies carry every part, from one source', () => {
    const { html, text } = mailLayout(content)
    for (const part of [
      'Veralead',
      'Your verification code',
      'Hello Anna,',
      '042042',
      '$2,500.00',
      'ignore this.',
    ]) {
      expect(html).toContain(part)
      expect(text).toContain(part)
    }
    expect(text).toContain('https://veralead.test/reset-password?token=a.b&x=1')
    expect(html).toContain('href="https://veralead.test/reset-password?token=a.b&amp;x=1"')
  })

  test('knows dark schemes, has a mark that loads nothing, links the address of support, and breaks what is long', () => {
    const { html, text } = mailLayout({
      ...content,
      rows: [{ label: 'Weeks 10 to 12', value: 'f'.repeat(64) }],
      footer: ['Questions? Write to help@veralead.test. We answer.'],
    })
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    expect(html).toContain('@media (prefers-color-scheme:dark)')
    expect(html).not.toContain('<img')
    expect(html).toContain('<a href="mailto:help@veralead.test"')
    expect(text).toContain('Write to help@veralead.test. We answer.')
    expect(html).toMatch(/overflow-wrap:anywhere;word-break:break-word[^>]*>f{64}</)
    expect(html).toMatch(/white-space:nowrap;[^>]*>Weeks 10 to 12</)
  })

  test('the order of the text is the order of reading', () => {
    const { text } = mailLayout(content)
    const places = ['Veralead', 'Your verification code', 'Hello', '042042', 'Total: ', 'Open:', '--'].map(
      (part) => text.indexOf(part),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  })

  test.each(['brand', 'preheader', 'heading', 'code'] as const)('W-4: %s is text, never markup', (field) => {
    const { html } = mailLayout({ ...content, [field]: hostile })
    expect(html).not.toContain('<img')
    expect(html).not.toContain('<script')
    expect(html).toContain('&lt;script&gt;')
  })

  test('W-4: paragraphs, rows, labels and footer are text, never markup', () => {
    const { html } = mailLayout({
      ...content,
      paragraphs: [hostile],
      rows: [{ label: hostile, value: hostile }],
      button: { label: hostile, url: `https://x.test/?q=${hostile}` },
      footer: [hostile],
    })
    expect(html).not.toContain('<img')
    expect(html).not.toContain('<script')
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'no address'])('a button to %s is refused', (url) => {
    expect(() => mailLayout({ ...content, button: { label: 'Open', url } })).toThrow()
  })

  test('what is not given leaves no empty frame behind', () => {
    const { html, text } = mailLayout({
      brand: 'B',
      preheader: '',
      heading: 'H',
      paragraphs: ['P'],
      footer: [],
    })
    expect(html).not.toContain('<a ')
    expect(text).toBe('B\n\nH\n\nP\n')
  })
})
