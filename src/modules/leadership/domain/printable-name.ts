/** Ranges of code points that the certificate's fonts have, for a regular expression. */
const latin = '\\u00c0-\\u024f\\u1e00-\\u1ef9A-Za-z'
const otherScripts =
  '\\u0386\\u0388-\\u038a\\u038c\\u038e-\\u03a1\\u03a3-\\u03ce\\u1f00-\\u1f15\\u1f18-\\u1f1d\\u1f20-\\u1f45\\u1f48-\\u1f4d' +
  '\\u0400-\\u045f\\u0490-\\u049b\\u049e-\\u04a7\\u04aa-\\u04b7\\u04ba\\u04bb\\u04cf-\\u04f9' +
  '\\u0531-\\u0556\\u0561-\\u0587\\u10d0-\\u10f0'
/** Scripts written from right to left: Hebrew with vowel points, Arabic with Persian letters. */
const rightToLeft = '\\u05d0-\\u05ea\\u0621-\\u063a\\u0640-\\u0652\\u0679-\\u06bf\\u06cc'
const signs = " \\-'’.,()·/0-9\\u02bb-\\u02bd"
const printable = new RegExp(`^[${latin}${otherScripts}${rightToLeft}${signs}\\u0300-\\u0331]$`)

/** The characters of a name that the certificate cannot print, each once. */
function unprintable(name: string): string[] {
  return [...new Set(name.normalize('NFC'))].filter((letter) => !printable.test(letter))
}

/** The error message for a name that the certificate cannot print; null if it can. */
export function nameProblem(name: string): string | null {
  const letters = unprintable(name)
  if (letters.length === 0) return null
  return `The certificate cannot show ${letters.slice(0, 5).join(' ')}. Please write your name in Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew or Arabic letters.`
}
