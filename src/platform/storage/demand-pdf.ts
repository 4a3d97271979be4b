import { AppError } from '../kernel/error.ts'

/** What a PDF that others open must not have, by the names of its dictionaries. */
const refused = {
  JavaScript: 'JavaScript',
  Launch: 'an action that starts a program',
  EmbeddedFile: 'an embedded file',
  Encrypt: 'encryption',
} as const

const names = new RegExp(String.raw`/(${Object.keys(refused).join('|')})(?=[\0\t\n\f\r ()<>[\]{}/%]|$)`)

/**
 * Demands a whole PDF whose raw bytes name nothing that runs, hides a file or needs a password. Compressed object streams
 * are not looked into, so this is no proof that the PDF has none of these. `/JS` alone is not looked for: its three letters come
 * by chance in the bytes of a large picture, and a script needs `/JavaScript` beside it.
 * @throws AppError invalid that says what is wrong
 */
export function demandPdf(bytes: Buffer): void {
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') throw refusal('The file must be a PDF.')
  if (!bytes.subarray(-1024).includes('%%EOF'))
    throw refusal('The PDF is not whole: it must end with %%EOF. Save or download it again.')
  // A letter of a name may be written as its code: /L#61unch is /Launch.
  const text = bytes
    .toString('latin1')
    .replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  const found = names.exec(text)?.[1] as keyof typeof refused | undefined
  if (found !== undefined)
    throw refusal(`The PDF must not have ${refused[found]} (/${found}). Save it without.`)
}

function refusal(sentence: string): AppError {
  return new AppError('invalid', 'PDF_REFUSED', sentence, { errors: [sentence] })
}
