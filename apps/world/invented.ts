import type { Draw } from './draw.ts'

/** Nobody and nothing here exists: domains end in .example, telephone numbers are those kept for fiction. */
const firstNames = [
  ...[
    'Amara',
    'Bruno',
    'Chidi',
    'Dagny',
    'Elif',
    'Farouk',
    'Giulia',
    'Hana',
    'Ishaan',
    'Jolanda',
    'Kofi',
    'Leilani',
  ],
  ...[
    'Mateus',
    'Noor',
    'Oisín',
    'Priya',
    'Quirin',
    'Rosalind',
    'Sipho',
    'Tomasz',
    'Uxía',
    'Viggo',
    'Wren',
    'Ximena',
  ],
  ...[
    'Yusuf',
    'Zlata',
    'Ágnes',
    'Björn',
    'Céline',
    'Đorđe',
    'Éva',
    'Łucja',
    'Øyvind',
    'Šárka',
    'Thùy',
    'Maria del Carmen',
  ],
]
const lastNames = [
  ...[
    'Abara',
    'Brightwater',
    'Castellanos',
    'Dunmore',
    'Eskildsen',
    'Fairweather',
    'Greenhalgh',
    'Hollander',
  ],
  ...['Ibarra', 'Jankowski', 'Kettleburn', 'Lindqvist', 'Marchetti', 'Nakagawa', 'O’Farrell', 'Petrosyan'],
  ...[
    'Quintero',
    'Rautenberg',
    'Stavropoulos',
    'Thistlewood',
    'Underhill',
    'Vasquez-Moreau',
    'Wetherby',
    'Xanthos',
  ],
  ...[
    'Yamazaki',
    'Zielinski',
    'Müller-Lüdenscheid',
    'Ng',
    'Featherstonehaugh-Cholmondeley',
    'van der Heijden',
  ],
]
const companyBegins = [
  ...[
    'Amber',
    'Bluebell',
    'Copperleaf',
    'Driftwood',
    'Evermoor',
    'Foxglove',
    'Granite',
    'Harborlight',
    'Ironbark',
  ],
  ...[
    'Juniper',
    'Kestrel',
    'Lanternfish',
    'Moonstone',
    'Northbeck',
    'Orchard',
    'Pinecrest',
    'Quillfeather',
    'Redmoss',
  ],
]
const companyEnds = [
  ...[
    'Analytics',
    'Biotech',
    'Capital',
    'Design',
    'Energy',
    'Foods',
    'Group',
    'Health',
    'Industries',
    'Logistics',
  ],
  ...['Manufacturing', 'Partners', 'Robotics', 'Software', 'Textiles', 'Water & Waste Management (Holdings)'],
]
const companyForms = ['Inc.', 'LLC', 'GmbH', 'Ltd.', 'S.A.', 'AB', 'B.V.', '']
const cities: readonly (readonly [string, string, string])[] = [
  ['Portland', '97201', 'United States'],
  ['Leeds', 'LS1 4DY', 'United Kingdom'],
  ['Graz', '8010', 'Austria'],
  ['Utrecht', '3511', 'Netherlands'],
  ['Malmö', '211 20', 'Sweden'],
  ['Denver', '80202', 'United States'],
  ['Cork', 'T12', 'Ireland'],
  ['Halifax', 'B3H', 'Canada'],
]
const streets = [
  'Mill Lane',
  'Orchard Street',
  'Kingfisher Way',
  'Lindenstraße',
  'Canal Road',
  'Prospect Avenue',
]
const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0',
]
const wishes = [
  'We have grown from 40 to 120 people in a year and our team leads are struggling.',
  'Is there a group price for eight people from one department?',
  'Our last engagement survey was sobering. I would like to talk before the summer.',
  'Can the sessions be held in the evening, Central European Time?',
  'Please send me the syllabus. My manager has to approve it.',
  'I lead a clinic. Does the program fit people who never sat in an office?',
  'How many hours a week should I plan for?',
  '',
  '',
]

export interface Person {
  firstName: string
  lastName: string
  email: string
  phone: string
  company: string
  /** Of the household or office, out of the networks that are kept for documentation. */
  address: string
  agent: string
}

/** @param number makes the e-mail address of this person different from all others */
export function inventPerson(draw: Draw, number: number): Person {
  const firstName = draw.pick(firstNames)
  const lastName = draw.pick(lastNames)
  const begin = draw.pick(companyBegins)
  const company = `${begin} ${draw.pick(companyEnds)} ${draw.pick(companyForms)}`.trim()
  const plain = (text: string): string =>
    text
      .normalize('NFD')
      .toLowerCase()
      .replaceAll('ł', 'l')
      .replaceAll('đ', 'd')
      .replaceAll('ø', 'o')
      .replace(/[^a-z]/g, '')
  return {
    firstName,
    lastName,
    email: `${plain(firstName)}.${plain(lastName)}${number}@${plain(begin)}.example`,
    phone: `+1 (555) 01${draw.whole(10, 99)}-0${draw.whole(100, 199)}`,
    company,
    address: `${draw.pick(['192.0.2', '198.51.100', '203.0.113'])}.${draw.whole(1, 254)}`,
    agent: draw.pick(agents),
  }
}

/** For the invoice, as the payment page asks for it. */
export function inventInvoiceDetails(draw: Draw, company: string): Record<string, string> {
  const [city, postalCode, country] = draw.pick(cities)
  return { company, addressLine1: `${draw.pick(streets)} ${draw.whole(1, 180)}`, postalCode, city, country }
}

export const inventWish = (draw: Draw): string => draw.pick(wishes)
