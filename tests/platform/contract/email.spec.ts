import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalEmail, mailboxOf } from '#platform/contract/email.ts'

describe('the one form of an address (S-18)', () => {
  test.each([
    [' Ada.Lovelace@Analytical.EXAMPLE ', 'ada.lovelace@analytical.example'],
    ['ada@ａnalytical．example', 'ada@analytical.example'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@пример.example', 'ada@xn--e1afmkfd.example'],
    // What a Japanese keyboard types, and what is pasted with an address.
    ['ａｄａ＠x．com', 'ada@x.com'],
    ['\u202aada@x\u200b.com\u202c', 'ada@x.com'],
    ['pat.o’brien@x.com', "pat.o'brien@x.com"],
    ["o'brien+list_1@a-b.co", "o'brien+list_1@a-b.co"],
    [`${'a'.repeat(64)}@host.com`, `${'a'.repeat(64)}@host.com`],
  ])('given %j, then it is %j', (typed, kept) => expect(canonicalEmail(typed)).toBe(kept))

  test.each([
    ...['', 'a', 'a@', '@x.com', 'a@x', 'a@@x.com', 'a@b@x.com', 'a b@x.com', 'a@x .com'],
    ...[
      'a,b@x.com',
      'a;b@x.com',
      '<u@x.com',
      '"u"@x.com',
      'u(x)@x.com',
      'g:u@x.com',
      '<script>u@x.com',
      'u\\v@x.com',
    ],
    ...[
      'u\b@x.com',
      'u\u001b@x.com',
      'u\u0000@x.com',
      'u\r\n@x.com',
      'u@x.com\r\nBcc: v@y.com',
      'u@x.com,v@y.com',
    ],
    ...['.u@x.com', 'u.@x.com', 'u..v@x.com', 'u@.x.com', 'u@x..com', 'u@x.com.', 'u@-x.com', 'u@x-.com'],
    ...[
      'user%evil.org@example.com',
      'evil.org!u@example.com',
      'u@1.2.3.4',
      'u@[1.2.3.4]',
      'u@x.123',
      'u@x_y.com',
    ],
    ...['ädä@x.com', '\u212aelvin@host.com', 'u@x/y.com', 'u@x:25.com', 'u@xn--a.üx..com'],
    ...[`${'a'.repeat(65)}@host.com`, `a@${'b'.repeat(64)}.com`, `a@${'b.'.repeat(126)}com`],
  ])('given %j, then it is no address', (typed) => expect(canonicalEmail(typed)).toBeNull())

  test('given anything at all, then a canonical form is its own canonical form and mailable text', () => {
    const part = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(part, part, (local, domain) => {
        const once = canonicalEmail(`${local}@${domain}.example`)
        if (once === null) return
        expect(canonicalEmail(once)).toBe(once)
        expect(once).toMatch(/^[^\s,;:<>()[\]"\\@%!]+@[a-z0-9.-]+$/)
      }),
    )
  })

  test('given a very long text, then it is refused at once', () => {
    const before = performance.now()
    for (const text of [
      `${'a.'.repeat(500_000)}@x.com`,
      `a@${'é.'.repeat(500_000)}com`,
      '@'.repeat(1_000_000),
    ])
      expect(canonicalEmail(text)).toBeNull()
    expect(performance.now() - before).toBeLessThan(500)
  })

  test.each([
    ['ada+work@x.example', 'ada@x.example'],
    ['+ada@x.example', '+ada@x.example'],
    ['a.d.a+x@gmail.com', 'ada@gmail.com'],
    ['a.da@googlemail.com', 'ada@gmail.com'],
    ['a.da@x.example', 'a.da@x.example'],
  ])('given %s, then its mails are counted for %s', (address, mailbox) =>
    expect(mailboxOf(address)).toBe(mailbox),
  )
})
