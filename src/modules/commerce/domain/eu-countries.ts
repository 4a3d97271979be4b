/** The EU countries where EU law holds in one time zone, and that zone in Europe. */
const oneZone =
  'AT:Vienna BE:Brussels BG:Sofia HR:Zagreb CZ:Prague DK:Copenhagen EE:Tallinn FI:Helsinki DE:Berlin GR:Athens HU:Budapest IE:Dublin IT:Rome LV:Riga LT:Vilnius LU:Luxembourg MT:Malta NL:Amsterdam PL:Warsaw RO:Bucharest SK:Bratislava SI:Ljubljana SE:Stockholm'
const zones: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(oneZone.split(' ').map((one) => [one.slice(0, 2), [`Europe/${one.slice(3)}`]])),
  CY: ['Asia/Nicosia'],
  ES: ['Europe/Madrid', 'Atlantic/Canary'],
  FR: ['Europe/Paris', 'America/Martinique', 'America/Cayenne', 'Indian/Reunion'],
  PT: ['Europe/Lisbon', 'Atlantic/Azores'],
}

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** By the code and the English name, in lower case. */
const codes = new Map(
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((code) => [code, names.of(code) ?? code].map((name) => [name.toLowerCase(), code] as const)),
)
for (const name of ['usa', 'u.s.', 'u.s.a.', 'united states of america']) codes.set(name, 'US')

/** The code of a country that was typed as one, or by its English name; null when it is empty or not understood. */
export const readCountry = (typed: string | null): string | null =>
  codes.get((typed ?? '').trim().toLowerCase()) ?? null

/** The zones in which a buyer may be; those of the whole EU when the country is not known, none outside of it. */
export const zonesOf = (country: string | null): readonly string[] =>
  country === null ? Object.values(zones).flat() : (zones[country] ?? [])
