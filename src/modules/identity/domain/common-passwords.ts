/**
 * Whether a password is among those that attackers try first. Lists of leaked passwords agree: a person who must use a
 * capital and a digit takes a common word, a walk over the keyboard or a row of letters, capitalises it, writes some
 * letters as digits, and adds a year or a few digits. So these patterns are recognised, not a list of spellings.
 */

/** The name of this site, alone or beside another word. */
const brand = 'veralead'

const words = new Set(
  `password passwort passord passwd passcode pass pw login logon signin user username guest admin administrator root
  master manager access account secret private secure security system server default change changeme test testing tester
  temp temporary demo sample hello hallo welcome willkommen bienvenue internet computer laptop windows microsoft google
  facebook instagram twitter linkedin youtube amazon apple android iphone samsung nokia sony playstation xbox nintendo
  pokemon pikachu minecraft fortnite letmein letme open opensesame whatever nothing something anything nopassword mypassword
  mypass thepassword newpassword iloveyou ilove loveyou love lover loveme lovely forever honey sweet sweetie sweetheart baby
  babygirl babyboy darling angel angels princess prince queen king kingdom heaven jesus christ god godisgood blessed
  trustno trustnoone superman batman spiderman ironman wonderwoman hulk avengers starwars startrek matrix hunter ranger
  killer ninja samurai warrior viking pirate soldier marine dragon phoenix unicorn tiger lion panther jaguar leopard eagle
  falcon hawk wolf bear shark dolphin monkey horse puppy doggy kitty kitten tigger snoopy garfield mickey minnie donald
  bailey buddy buster charlie cooper daisy ginger lucky maggie molly pepper rocky sadie shadow smokey sunny toby tucker
  football soccer baseball basketball hockey tennis golfer golf rugby cricket liverpool chelsea arsenal manchester united
  barcelona madrid juventus yankees lakers cowboys eagles steelers raiders packers dallas boston chicago london paris
  berlin newyork texas california florida america canada mexico brasil brazil india china japan russia germany france
  england ireland scotland australia mustang corvette porsche ferrari mercedes harley yamaha honda toyota maverick thunder
  lightning storm summer spring autumn winter fall sunshine sunflower flower flowers rainbow butterfly diamond silver golden
  orange banana apples cherry cookie chocolate coffee cheese pepsi pizza peanut january february march april may june july
  august september october november december monday tuesday wednesday thursday friday saturday sunday michael michelle
  jennifer jessica ashley amanda nicole daniel david andrew anthony matthew joshua robert thomas william james george jordan
  justin jason brandon christian christopher alexander alexis samantha elizabeth victoria hannah lauren sophie charlotte
  olivia emily family mother mom mommy father daddy brother sister friend friends money dollar business company office
  marketing finance sales service support winner success leader leadership number number1 musician music guitar metallica
  nirvana slipknot eminem madonna blink freedom liberty peace happy smile smiley crazy sexy hottie cutie purple yellow green
  veralead vera lead leads certification certificate
  black blue red white pink qwertz azerty qazwsx qweasd qweasdzxc asdqwe zaqwsx zxcasd asdzxc`.split(/\s+/),
)

/** Rows of letters, and rows and columns of keys, forwards; each is recognised backwards, too. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '12345678901234567890',
  'a1b2c3d4e5f6g7h8i9',
  'q1w2e3r4t5y6u7i8o9p0',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  '1qazxsw23edcvfr4',
  'zaq12wsxcde3',
  'zaq1xsw2cde3vfr4',
  'qazwsxedcrfvtgb',
  'zaqxswcdevfrbgt',
]

const letterOf: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** The characters of the upper row with shift, on an English keyboard. */
const shifted = '!@#$%^&*()'

export function isCommonPassword(password: string): boolean {
  const typed = withoutEnd(password.toLowerCase())
  return [typed, typed.replace(/[\s._-]+/g, '')].some(isGuessed)
}

function isGuessed(typed: string): boolean {
  if (inRow(typed) || inRow(unshifted(typed)) || isOfWalks(typed)) return true
  const half = halfOf(typed)
  if (half !== typed && (inRow(half) || isOneWord(half))) return true
  const [, body] = /^(.*[^\p{L}])\p{L}{1,2}$/su.exec(typed) ?? []
  return isOneWord(typed) || (body !== undefined && isOneWord(withoutEnd(body), 4))
}

/** Whether the text is one common word or row of keys, of at least `shortest` characters, with a few digits around it. */
function isOneWord(typed: string, shortest = 1): boolean {
  const [, core = '', digits = ''] = /^[^\p{L}]*(.*?)[^\p{L}\d]*(\d*)$/su.exec(typed) ?? []
  if (core.length < shortest || !/\p{L}/u.test(core)) return false
  // A row of keys may itself end in a digit: `zaq1xsw2` before the year `2026`.
  const ends = [...digits].map((_, at) => [digits.slice(0, at), digits.slice(at)] as const)
  if (core.length >= 3 && ends.some(([own, added]) => inRow(core + own) && fewOrRow(added))) return true
  if (!fewOrRow(digits)) return false
  return [core, lettersOf(core), lettersOf(core).replaceAll('i', 'l')].some(
    (text) =>
      words.has(text) ||
      (text.includes(brand) && words.has(text.replace(brand, ''))) ||
      inRow(text) ||
      words.has(halfOf(text)) ||
      /^(.)\1*$/su.test(text),
  )
}

/** Whether the text consists of rows of at least three keys, with a few digits between them: `qwe123asd`. */
function isOfWalks(typed: string): boolean {
  const letters = typed.match(/\p{L}+/gu) ?? []
  const digits = typed.match(/\d+/g) ?? []
  return (
    letters.length > 0 && /^[\p{L}\d]+$/u.test(typed) && digits.every(fewOrRow) && letters.every(areWalks)
  )
}

function areWalks(text: string): boolean {
  // The positions up to which the text consists of rows.
  const ends = [0]
  for (let end = 3; end <= text.length; end += 1)
    if (ends.some((from) => end - from >= 3 && inRow(text.slice(from, end)))) ends.push(end)
  return ends.at(-1) === text.length
}

/** Digits that are easily guessed: up to four (a year), or any number in a row. */
function fewOrRow(digits: string): boolean {
  return digits.length <= 4 || inRow(digits) || /^(\d{1,4})\1+$/.test(digits)
}

function inRow(text: string): boolean {
  const backwards = [...text].reverse().join('')
  return rows.some((row) => row.includes(text) || row.includes(backwards))
}

/** Half of a repeated text: `passpass` becomes `pass`. */
function halfOf(text: string): string {
  const half = text.slice(0, text.length / 2)
  return half + half === text ? half : text
}

/** The text without signs at its end. */
const withoutEnd = (text: string): string => text.replace(/[^\p{L}\d@$]+$/u, '')

const unshifted = (text: string): string =>
  text.replace(/[!@#$%^&*()]/g, (sign) => String((shifted.indexOf(sign) + 1) % 10))

function lettersOf(text: string): string {
  return text.replace(/[013457@$!]/g, (sign) => letterOf[sign] ?? sign)
}
