import { expect, test } from 'vitest'
import { canonicalEmail } from '#platform/contract/email.ts'
import { checkFullName, checkPhone, splitFullName } from '../../src/modules/identity/rules.ts'
import * as lead from '../../src/modules/leads/rules.ts'

/** Names of people as their scripts write them: given names, then family names. */
const written: Record<string, string> = {
  Latin: 'José Zoë Nguyễn Łukasz Siobhán D’Arcy-Núñez Müller Þórsdóttir Ĉapek O’Brien',
  Greek: 'Ελένη Γιώργος Ἀριστοτέλης Νίκη Σπύρος Παπαδόπουλος Ξένου Οικονόμου Ψαρρά Ωνάσης',
  Cyrillic: 'Олена Мар’яна Юрій Ђорђе Ғалым Щербаков Ўринбоев Їжакевич Җәмилев Петровић',
  Armenian: 'Արամ Նարե Հայկ Սևակ Լուսինե Պետրոսյան Խաչատրյան Ղազարյան Օհանյան Սարգսյան',
  Georgian: 'ნინო გიორგი თამარ დავით ელენე ბერიძე კაპანაძე გელაშვილი ლომიძე ჯაფარიძე',
  Hebrew: 'נועה יוסף מרים צ׳רלי דוד בן־גוריון כהן לוי מזרחי פרץ',
  Arabic: 'محمد فاطمة علی\u200cرضا مریم عبدالله الخوارزمي حسین\u200cزاده ابن\u200cسینا القاسمي کریمی',
  Devanagari: 'राम अनन्या क्\u200dषितिज जय मीरा शर्मा वर्मा मिश्र कुलकर्णी जोशी',
  Bengali: 'অনন্যা রবীন্দ্র সৌরভ মৌসুমী কৌশিক চট্টোপাধ্যায় বসু সেন রহমান খাতুন',
  Gurmukhi: 'ਗੁਰਪ੍ਰੀਤ ਹਰਮਨ ਜਸਲੀਨ ਮਨਜੀਤ ਸਿਮਰਨ ਸਿੰਘ ਕੌਰ ਢਿੱਲੋਂ ਗਿੱਲ ਸੰਧੂ',
  Gujarati: 'જય હેમા મિતાલી ધવલ કિરણ પટેલ શાહ મહેતા દેસાઈ જોષી',
  Oriya: 'ସୁଭାଷ ଅନିତା ମନୋଜ ପ୍ରିୟା ରବି ପଟ୍ଟନାୟକ ଦାସ ମହାନ୍ତି ସାହୁ ନାୟକ',
  Tamil: 'கமலா முருகன் அருண் ப்ரியா செல்வி சுப்ரமணியன் ராஜா குமார் வேல் நாதன்',
  Telugu: 'రాము లక్ష్మి శ్రీను అనిత కృష్ణ రెడ్డి రావు నాయుడు శర్మ చౌదరి',
  Kannada: 'ರಮೇಶ ಅನಿತಾ ಸುಮಾ ವಿಜಯ್ ಗೀತಾ ಗೌಡ ಹೆಗಡೆ ಶೆಟ್ಟಿ ಭಟ್ ನಾಯಕ್',
  Malayalam: 'മോഹന്\u200d അനിത രാജേഷ് ലക്ഷ്മി സുരേഷ് നായര്\u200d മേനോൻ പിള്ള വാര്യർ കുറുപ്പ്',
  Sinhala: 'ශ්\u200dරී අනුර සුනිල් කුමාරි නිමල් පෙරේරා සිල්වා ප්\u200dරනාන්දු ජයසූරිය බණ්ඩාර',
  Thai: 'สมชาย สุดา อนงค์ วิชัย ศิริ ใจดี ทองคำ ศรีสุข วงศ์สวัสดิ์ แก้วมณี',
  Lao: 'ສົມພອນ ບຸນມີ ຄຳ ນາງແກ້ວ ວຽງ ວົງສາ ພົມມະຈັນ ໄຊຍະ ສີວິໄລ ອິນທະວົງ',
  Tibetan: 'བསྟན་འཛིན་ དོན་གྲུབ་ སྒྲོལ་མ་ པདྨ་ ཚེ་རིང་ རྒྱ་མཚོ་ དབང་ཕྱུག་ ནོར་བུ་ བཀྲ་ཤིས་ ལྷ་མོ་',
  Myanmar: 'အောင် စု ခင် မြ ဇော် ကြည် မင်း ထွန်း လှိုင် ဝင်း',
  Khmer: 'សុខ ចាន់ធូ ធារី វណ្ណា សុភា ហេង លឹម គឹម ប៊ុន សាន',
  Ethiopic: 'ሳራ አበበ ጽጌ ተስፋዬ ሀና በቀለ ወልደማርያም ገብረእግዚአብሔር ኃይለ ማርያም',
  Cherokee: 'ᏎᏉᏯ ᎠᏓᎾ ᏌᎳᎵ ᏩᏯ ᏣᎳᎩ ᎤᏬᏗ ᎠᏂᎩ ᏔᎵ ᏂᎦᏓ ᎠᎹ',
  Canadian_Aboriginal: 'ᐊᓛᓯ ᓄᓇ ᐱᑕ ᒥᐊᓕ ᔪᓯ ᐃᓄᒃ ᑲᑕᒃ ᓴᓂ ᐅᓗ ᓇᓄᖅ',
  Mongolian: 'ᠪᠠᠲᠤ ᠣᠶᠤᠨ ᠲᠡᠮᠦᠷ ᠰᠠᠷᠠᠨ ᠠᠷᠠᠬ\u180eᠠ ᠪᠣᠷᠵᠢᠭᠢᠨ ᠴᠢᠩᠭᠢᠰ ᠨᠠᠷᠠᠨ ᠳᠣᠷᠵᠢ ᠭᠠᠩᠭᠠ',
  Han: '伟 小明 淑芬 葛\u{e0100} 秀英 王 欧阳 司马 神谷 﨑山',
  Hiragana: 'さくら ひろし あおい みどり けんじ たなか すずき やまだ さとう いとう',
  Katakana: 'マリア・ロペス ジョン アンナ ケイト レオ スミス ブラウン ジョーンズ リー ウィルソン',
  Hangul: '수 민준 서연 지우 하은 김 남궁 박 제갈 이',
  Thaana: 'އަހްމަދު މަރިޔަމް އާމިނަތު ޢަލީ ޙަސަން މުޙައްމަދު އިބްރާހީމް ޔޫސުފް ނަޝީދު ޝަރީފް',
  Syriac: 'ܝܘܚܢܢ ܡܪܝܡ ܐܦܪܝܡ ܫܡܥܘܢ ܐܫܘܪ ܒܪܨܘܡ ܣܪܓܘܢ ܢܝܢܘܐ ܡܠܟ ܬܐܘܡܐ',
  Nko: 'ߡߊߡߊߘߎ߬ ߝߊ߬ߕߎ߫ ߛߟߍߡߊ߬ߣߊ ߊߡߌߣߊ߫ ߓߊ߬ߓߊ ߞߊ߲ߕߍ߫ ߖߊ߬ߟߏ ߞߋߕߊ߫ ߕߙߊߏߙߋ ߞߎߟߎߓߊߟߌ',
  Tifinagh: 'ⴰⵢⵓⵔ ⵜⴰⵏⵉⵔⵜ ⵉⴷⵉⵔ ⴷⵉⵀⵢⴰ ⵎⴰⵙⵉⵏ ⴰⵎⵖⵔⴰⵔ ⵓⵙⵎⴰⵏ ⴰⵣⵓⵍⴰⵢ ⴰⵢⵜ ⵡⴰⵍⵉ',
}
/** Scripts whose words are made of their letters. */
const composed = [
  'Yi',
  'Vai',
  'Adlam',
  'Javanese',
  'Balinese',
  'Cham',
  'Ol_Chiki',
  'Meetei_Mayek',
  'Lisu',
  'Osage',
]

function wordsOf(script: string): string[] {
  const isOf = new RegExp(`^(?=\\p{L})\\p{Script=${script}}$`, 'u')
  const letters: string[] = []
  for (let code = 0x700; code < 0x1ffff && letters.length < 40; code += 1) {
    const letter = String.fromCodePoint(code)
    if (isOf.test(letter)) letters.push(letter)
  }
  return Array.from({ length: 10 }, (_, at) =>
    [0, 7, 13].map((step) => letters[(at * 3 + step) % letters.length]).join(''),
  )
}

const scripts = [...Object.entries(written).map(([script, words]) => [script, words.split(' ')] as const)]
for (const script of composed) scripts.push([script, wordsOf(script)])

/** The documented folding of names in these lists. */
const folded = (name: string): string => name.replaceAll('’', "'")
const namesOf = (words: readonly string[]): string[] =>
  words
    .slice(0, 5)
    .flatMap((given) =>
      words.slice(0, 5).flatMap((second) => words.slice(5).map((family) => `${given} ${second} ${family}`)),
    )

test('5,000 names of more than 40 scripts are taken by both forms, and stored as they were typed', () => {
  const names = scripts.flatMap(([, words]) => namesOf(words))
  expect(scripts.length).toBeGreaterThan(40)
  expect(names.length).toBeGreaterThanOrEqual(5_000)
  for (const name of names) {
    expect([checkFullName(name), lead.checkName(name)], name).toEqual([null, null])
    const { firstName, lastName } = splitFullName(name)
    expect(`${firstName} ${lastName}`).toBe(folded(name))
    expect([lead.storedName(name), lead.leadFields[0].filter(name)]).toEqual([folded(name), folded(name)])
  }
})

test('what is pasted around and between the parts of a name does not change it', () => {
  for (const [script, words] of scripts)
    for (const space of ['\u00a0', '\u3000', '\u2009', '\t', ' \u200b'])
      for (const [before, after] of [
        ['\u202a', '\u202c'],
        ['\u2068', '\u2069'],
        ['\ufeff', '\u200f'],
        ['\u200e', ' '],
      ]) {
        const pasted = `${before}${words[0]}${space}${words[6]}${after}`
        expect(
          [checkFullName(pasted), lead.checkName(pasted)],
          `${script}: ${JSON.stringify(pasted)}`,
        ).toEqual([null, null])
        expect(lead.storedName(pasted)).toBe(folded(`${words[0]} ${words[6]}`))
      }
})

test('200 telephone numbers in the forms of their countries are taken by both forms', () => {
  const numbers = [
    '+1 5550100142',
    '+49 1711234567',
    '+33 612345678',
    '+81 9012345678',
    '+44 7700900123',
    '+91 9876543210',
  ]
  numbers.push(
    '+55 11912345678',
    '+971 501234567',
    '+351 912345678',
    '+972 501234567',
    '+380 501234567',
    '+62 81234567890',
  )
  const fullWidth = (text: string) =>
    text.replace(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0))
  const forms: ((country: string, rest: string) => string)[] = [
    (country, rest) => `${country} ${rest}`,
    (country, rest) => `${country}${rest}`,
    (country, rest) => `\u202a${country} ${rest.slice(0, 3)} ${rest.slice(3)}\u202c`,
    (country, rest) => `${country} (${rest.slice(0, 3)}) ${rest.slice(3, 6)}-${rest.slice(6)}`,
    (country, rest) => `${country}.${rest.slice(0, 3)}.${rest.slice(3)}`,
    (country, rest) => `${country} ${rest.slice(0, 3)}/${rest.slice(3)}`,
    (_, rest) => `0${rest}`,
    (_, rest) => `0${rest.slice(0, 3)}\u2010${rest.slice(3, 6)}\u2013${rest.slice(6)}`,
    (country, rest) => `${country}\u00a0${rest.slice(0, 2)}\u2009${rest.slice(2)}`,
    (country, rest) => fullWidth(`${country} ${rest}`),
    (_, rest) => `０${fullWidth(rest.slice(0, 3))}ー${fullWidth(rest.slice(3))}`,
    (_, rest) => `0${rest}`.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
    (_, rest) => `0${rest}`.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit))),
    (country, rest) => `\u2066${country}\u2011${rest}\u2069\u200b`,
    (country, rest) => `00${country.slice(1)} ${rest}`,
    (country, rest) => `${country} (0)${rest}`,
    (country, rest) => `${country} - ${rest}`,
  ]
  const typed = numbers.flatMap((number) => {
    const [country = '', rest = ''] = number.split(' ')
    return forms.map((form) => form(country, rest))
  })
  expect(typed.length).toBeGreaterThan(200)
  for (const phone of typed) {
    expect([checkPhone(phone), lead.checkPhone(phone)], JSON.stringify(phone)).toEqual([null, null])
    expect(lead.storedPhone(phone), JSON.stringify(phone)).toMatch(/^[\d +()-]+$/)
  }
})

test('200 addresses are one address each, whatever was pasted with them', () => {
  const locals = ['dana', 'dana.fox', "pat.o'brien", 'd_fox-1', 'DANA']
  const domains = ['example.com', 'müll.example', 'mail.example.co.uk', 'пример.example', 'EXAMPLE.org']
  for (const local of locals)
    for (const domain of domains) {
      const address = canonicalEmail(`${local}@${domain}`)
      expect(address).not.toBeNull()
      for (const typed of [
        `\u202a${local}@${domain}\u202c`,
        `${local}\u200b@${domain}`,
        ` ${local}@${domain}\u00a0`,
        `${local.replace("'", '’')}@${domain}\ufeff`,
        `${local}@\u2060${domain}`,
        `\u3000${local}＠${domain.replaceAll('.', '．')}`,
        `${local}@${domain.normalize('NFD')}`,
        `${local}\u00ad@${domain}`,
      ])
        expect(canonicalEmail(typed), JSON.stringify(typed)).toBe(address)
    }
})
