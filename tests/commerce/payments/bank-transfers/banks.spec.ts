import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toDecimal } from '#platform/kernel/money.ts'
import { CsvChoice } from '../../../../src/modules/commerce/payments/bank-transfers/contract-csv-mapping.ts'
import { detectedFormat } from '../../../../src/modules/commerce/payments/bank-transfers/csv-detection.ts'
import { detected, readCsv } from '../../../../src/modules/commerce/payments/bank-transfers/csv-statement.ts'
import { linesOf } from '../../../../src/modules/commerce/payments/bank-transfers/csv-text.ts'
import { seed } from '../../../support/seed.ts'
import { ownIban } from './camt-files.ts'

/** A file as a bank writes it, made up after its public description, and what a person chooses for it. */
interface Shape {
  bank: string
  lines: string[]
  /** One meaning for each column, `-` for a column that is not used. */
  columns: string
  /** Order of the day's parts, decimal sign, currency where no column has it. */
  as: string
  /** The line with the column names; 1 when absent. */
  header?: number
  words?: Partial<CsvChoice['words']>
  encoding?: 'latin1' | 'utf16le' | 'utf16be' | 'bom'
  /** `day amount currency`, with a minus for money that went out, and the payer and purpose where the shape is about them. */
  read: string[]
  unread?: string[]
  others?: number
}

const n26 =
  'Booking Date,Value Date,Partner Name,Partner Iban,Type,Payment Reference,Account Name,Amount (EUR)'
const chase = 'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #'
const revolut =
  'Date started (UTC),Date completed (UTC),ID,Type,State,Description,Reference,Payer,Orig currency,Amount,Balance'
const swedbank =
  'Klienta konts;Ieraksta tips;Datums;Saņēmējs/Maksātājs;Informācija saņēmējam;Summa;Valūta;Debets/Kredīts'

const shapes: Shape[] = [
  {
    bank: 'Sparkasse, CSV-CAMT, with a line that is not booked',
    lines: [
      'Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;Betrag;Waehrung;Info',
      'DE02;24.11.26;24.11.26;GUTSCHRIFT;Rechnung 12;Müller GmbH;DE89370400440532013000;2.500,00;EUR;Umsatz gebucht',
      'DE02;25.11.26;25.11.26;GUTSCHRIFT;Rechnung 13;Keel Ltd;DE89370400440532013000;2.500,00;EUR;Umsatz vorgemerkt',
    ],
    ...{ columns: '- date - - purpose payer account amount currency state', as: 'dmy ,', encoding: 'latin1' },
    words: { booked: ['Umsatz gebucht'], pending: ['Umsatz vorgemerkt'] },
    read: ['2026-11-24 2500.00 eur Müller GmbH: Rechnung 12'],
    others: 1,
  },
  {
    bank: 'Sparkasse, Status column',
    lines: [
      'Buchungstag;Betrag;Status',
      '24.11.2026;5,00;Gebucht',
      '25.11.2026;6,00;Vorgemerkt',
      '26.11.2026;7,00;Storno',
    ],
    ...{
      columns: 'date amount state',
      as: 'dmy , eur',
      words: { booked: ['gebucht'], pending: ['vorgemerkt'] },
    },
    ...{ read: ['2026-11-24 5.00 eur'], others: 1, unread: ['Line 4, Status'] },
  },
  {
    bank: 'DKB, summary above the table and a sign behind the amount',
    lines: [
      '"Girokonto";"DE02120300000000202051"',
      '"Kontostand vom 25.11.2026:";"12.500,00 €"',
      '""',
      '"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Kundenreferenz"',
      '"24.11.26";"24.11.26";"Gebucht";"Keel Ltd";"Wir";"Invoice 112";"Eingang";"DE89";"2.500,00 €";""',
      '"24.11.26";"24.11.26";"Gebucht";"Wir";"Bank";"Entgelt";"Ausgang";"DE77";"-3,50 €";""',
    ],
    ...{ columns: 'date - state payer - purpose - account amount -', as: 'dmy , eur', header: 4 },
    words: { booked: ['Gebucht'] },
    read: ['2026-11-24 2500.00 eur Keel Ltd: Invoice 112', '2026-11-24 -3.50 eur Wir: Entgelt'],
  },
  {
    bank: 'DKB, amounts without cents',
    lines: [
      'Buchungsdatum;Umsatztyp;Betrag (€)',
      '24.11.26;Eingang;2.500',
      '24.11.26;Eingang;1.234.567',
      '24.11.26;Eingang;900',
    ],
    ...{ columns: 'date - amount', as: 'dmy , eur' },
    read: ['2026-11-24 2500.00 eur', '2026-11-24 1234567.00 eur', '2026-11-24 900.00 eur'],
  },
  {
    bank: 'Deutsche Bank, footer with the balance',
    lines: [
      'Umsätze Girokonto;;;25.11.2026',
      'Buchungstag;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN;Soll;Haben;Währung',
      '24.11.2026;SEPA-Gutschrift;Keel Ltd;Invoice 112;DE89;;2.500,00;EUR',
      '24.11.2026;SEPA-Überweisung;Landlord;Rent;DE77;-900,00;;EUR',
      'Kontostand;25.11.2026;;;;11.480,00;;EUR',
    ],
    ...{ columns: 'date - payer purpose account out in currency', as: 'dmy ,', header: 2 },
    read: ['2026-11-24 2500.00 eur Keel Ltd: Invoice 112', '2026-11-24 -900.00 eur Landlord: Rent'],
    unread: ['Line 5, Buchungstag'],
  },
  {
    bank: 'Deutsche Bank, Betrag beside Umsatzart',
    lines: ['Buchungstag;Umsatzart;Verwendungszweck;Betrag;Währung', '24.11.2026;Gutschrift;x;2.500,00;EUR'],
    ...{ columns: 'date - purpose amount currency', as: 'dmy ,', read: ['2026-11-24 2500.00 eur x'] },
  },
  {
    bank: 'comdirect, a day that is "offen" and a footer',
    lines: [
      '"Umsätze Girokonto";"Zeitraum: 30 Tage";',
      '"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";',
      '"offen";"--";"Übertrag";"Auftraggeber: Keel Ltd Buchungstext: x";"2.500,00";',
      '"24.11.2026";"24.11.2026";"Übertrag";"Auftraggeber: Oak Ltd Buchungstext: y";"30,00";',
      '"Alter Kontostand";"0,00 EUR";',
    ],
    ...{ columns: 'date - - purpose amount -', as: 'dmy , eur', header: 2, encoding: 'latin1' },
    read: ['2026-11-24 30.00 eur Auftraggeber: Oak Ltd Buchungstext: y'],
    unread: ['Line 3, Buchungstag', 'Line 5, Buchungstag'],
  },
  {
    bank: 'Commerzbank, UTF-8 with its mark',
    lines: [
      'Buchungstag,Wertstellung,Umsatzart,Buchungstext,Betrag,Währung',
      '24.11.2026,24.11.2026,Gutschrift,"Keel Ltd, Invoice 112","2500,00",EUR',
    ],
    ...{ columns: 'date - - purpose amount currency', as: 'dmy ,', encoding: 'bom' },
    read: ['2026-11-24 2500.00 eur Keel Ltd, Invoice 112'],
  },
  {
    bank: 'ING Germany, fourteen lines above the table',
    lines: [
      ...[
        'Umsatzanzeige;Datei erstellt am: 25.11.2026',
        ';Letztes Update: aktuell',
        'IBAN;DE02',
        'Kontoname;Girokonto',
      ],
      ...['Bank;ING', 'Kunde;Wir', 'Zeitraum;01.11.2026 - 25.11.2026', 'Saldo;12.500,00;EUR'],
      'Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung',
      '24.11.2026;24.11.2026;Keel Ltd;Gutschrift;Invoice 112;12.500,00;EUR;2.500,00;EUR',
    ],
    ...{ columns: 'date - payer - purpose - - amount currency', as: 'dmy ,', header: 9, encoding: 'latin1' },
    read: ['2026-11-24 2500.00 eur Keel Ltd: Invoice 112'],
  },
  {
    bank: 'ING Netherlands, Af and Bij',
    lines: [
      '"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Code","Af Bij","Bedrag (EUR)","Mededelingen"',
      '"20261124","Keel Ltd","NL01","NL02","GT","Bij","2500,00","Invoice 112"',
      '"20261124","Landlord","NL01","NL03","GT","Af","900,00","Rent"',
    ],
    ...{
      columns: 'date payer - account - direction amount purpose',
      as: 'ymd , eur',
      words: { in: ['Bij'], out: ['Af'] },
    },
    read: ['2026-11-24 2500.00 eur Keel Ltd: Invoice 112', '2026-11-24 -900.00 eur Landlord: Rent'],
  },
  {
    bank: 'N26',
    lines: [
      n26,
      '2026-11-24,2026-11-24,Keel Ltd,DE89,Credit Transfer,Invoice 112,Main,2500.00',
      '2026-11-24,2026-11-24,Shop,,Presentment,,Main,-12.5',
    ],
    ...{ columns: 'date - payer account - purpose - amount', as: 'ymd . eur' },
    read: ['2026-11-24 2500.00 eur Keel Ltd: Invoice 112', '2026-11-24 -12.50 eur Shop'],
  },
  {
    bank: 'Revolut Business, the reference beside the description, and a state',
    lines: [
      revolut,
      '2026-11-24,2026-11-24,6561-a,TOPUP,COMPLETED,Payment from Keel Ltd,RF18 X,Keel Ltd,EUR,2500.00,2500.00',
      '2026-11-25,,6561-b,TOPUP,PENDING,Payment,RF18 Y,Oak Ltd,EUR,30.00,2530.00',
      '2026-11-25,2026-11-25,6561-c,TOPUP,REVERTED,Payment,RF18 Z,Oak Ltd,EUR,30.00,2530.00',
    ],
    ...{ columns: '- date id - state purpose purpose payer currency amount -', as: 'ymd .' },
    words: { booked: ['COMPLETED'], pending: ['PENDING'] },
    ...{
      read: ['2026-11-24 2500.00 eur Keel Ltd: Payment from Keel Ltd RF18 X'],
      others: 1,
      unread: ['Line 4, State'],
    },
  },
  {
    bank: 'Revolut, completed with a time',
    lines: [
      'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State',
      'TOPUP,Current,2026-11-24 10:15:00,2026-11-24 10:15:02,Keel Ltd,30.00,0.00,GBP,COMPLETED',
    ],
    ...{
      columns: '- - - date purpose amount - currency state',
      as: 'ymd .',
      words: { booked: ['COMPLETED'] },
    },
    read: ['2026-11-24 30.00 gbp Keel Ltd'],
  },
  {
    bank: 'Wise, day-month-year with dashes',
    lines: [
      'TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance,Payer Name',
      'TRANSFER-1,24-11-2026,2500.00,USD,Received money from Keel,Invoice 112,2500.00,Keel Ltd',
      'TRANSFER-2,24-11-2026,-12.40,USD,Sent money,,2487.60,',
    ],
    ...{ columns: 'id date amount currency purpose purpose - payer', as: 'dmy .' },
    read: [
      '2026-11-24 2500.00 usd Keel Ltd: Received money from Keel Invoice 112',
      '2026-11-24 -12.40 usd Sent money',
    ],
  },
  {
    bank: 'Wise, IN and OUT in a column',
    lines: [
      'ID,Status,Direction,Finished on,Source name,Target amount (after fees),Target currency',
      'T1,COMPLETED,IN,2026-11-24 08:00:00,Keel Ltd,2500.0,EUR',
      'T2,COMPLETED,OUT,2026-11-24 09:00:00,Us,30.0,EUR',
      'T3,COMPLETED,NEUTRAL,2026-11-24 09:00:00,Us,30.0,EUR',
    ],
    ...{ columns: 'id state direction date payer amount currency', as: 'ymd .' },
    words: { in: ['IN'], out: ['OUT'], booked: ['COMPLETED'] },
    ...{
      read: ['2026-11-24 2500.00 eur Keel Ltd', '2026-11-24 -30.00 eur Us'],
      unread: ['Line 4, Direction'],
    },
  },
  {
    bank: 'Chase, every line ends in one comma more',
    lines: [
      chase,
      'CREDIT,11/24/2026,"ORIG CO NAME:KEEL INV-000078",2500.00,ACH_CREDIT,12500.00,,',
      'DEBIT,11/24/2026,RENT,-900.00,ACH_DEBIT,10000.00,,',
    ],
    ...{ columns: '- date purpose amount - - -', as: 'mdy . usd' },
    read: ['2026-11-24 2500.00 usd ORIG CO NAME:KEEL INV-000078', '2026-11-24 -900.00 usd RENT'],
  },
  {
    bank: 'Bank of America, a summary above the table and a first balance',
    lines: [
      'Description,,Summary Amt.',
      'Beginning balance as of 11/01/2026,,"10,000.00"',
      'Ending balance as of 11/25/2026,,"12,500.00"',
      '',
      'Date,Description,Amount,Running Bal.',
      '11/01/2026,Beginning balance as of 11/01/2026,,"10,000.00"',
      '11/24/2026,"KEEL LTD DES:INV","2,500.00","12,500.00"',
    ],
    ...{ columns: 'date purpose amount -', as: 'mdy . usd', header: 5 },
    ...{ read: ['2026-11-24 2500.00 usd KEEL LTD DES:INV'], unread: ['Line 6, Amount'] },
  },
  {
    bank: 'Wells Fargo, no column names',
    lines: ['"11/24/2026","2500.00","*","","KEEL LTD INV 78"', '"11/24/2026","-900.00","*","","RENT"'],
    ...{ columns: 'date amount - - purpose', as: 'mdy . usd', header: 0 },
    read: ['2026-11-24 2500.00 usd KEEL LTD INV 78', '2026-11-24 -900.00 usd RENT'],
  },
  {
    bank: 'Citi, Debit and Credit, days with month names',
    lines: [
      'Status,Date,Description,Debit,Credit',
      'Cleared,"Nov 24, 2026",KEEL LTD,,"2,500.00"',
      'Pending,"Nov 25, 2026",OAK LTD,,30.00',
      'Cleared,"Nov 24, 2026",RENT,900.00,',
    ],
    ...{
      columns: 'state date purpose out in',
      as: 'mdy . usd',
      words: { booked: ['Cleared'], pending: ['Pending'] },
    },
    ...{ read: ['2026-11-24 2500.00 usd KEEL LTD', '2026-11-24 -900.00 usd RENT'], others: 1 },
  },
  {
    bank: 'Citi, compact days',
    lines: ['Date,Amount,Description', '24NOV2026,2500.00,KEEL LTD'],
    ...{ columns: 'date amount purpose', as: 'dmy . usd', read: ['2026-11-24 2500.00 usd KEEL LTD'] },
  },
  {
    bank: 'Capital One, a column of types',
    lines: [
      'Account Number,Transaction Description,Transaction Date,Transaction Type,Transaction Amount,Balance',
      '1234,Keel Ltd,11/24/26,Credit,2500,12500',
      '1234,Rent,11/24/26,Debit,900,11600',
      '1234,Odd,11/24/26,Adjustment,5,11605',
    ],
    ...{
      columns: '- purpose date direction amount -',
      as: 'mdy . usd',
      words: { in: ['credit'], out: ['debit'] },
    },
    ...{
      read: ['2026-11-24 2500.00 usd Keel Ltd', '2026-11-24 -900.00 usd Rent'],
      unread: ['Line 4, Transaction Type'],
    },
  },
  {
    bank: 'Mercury, negative in brackets',
    lines: [
      'Date (UTC),Description,Amount,Status',
      '11-24-2026,Keel Ltd,"$2,500.00",Sent',
      '11-24-2026,Rent,($900.00),Sent',
    ],
    ...{ columns: 'date purpose amount -', as: 'mdy . usd' },
    read: ['2026-11-24 2500.00 usd Keel Ltd', '2026-11-24 -900.00 usd Rent'],
  },
  {
    bank: 'US Bank, a true minus and a dollar',
    lines: [
      'Date,Transaction,Name,Amount',
      '2026-11-24,CREDIT,Keel Ltd,$15.00',
      '2026-11-24,DEBIT,Rent,−$15.00',
    ],
    ...{
      columns: 'date - payer amount',
      as: 'ymd . usd',
      read: ['2026-11-24 15.00 usd Keel Ltd', '2026-11-24 -15.00 usd Rent'],
    },
  },
  {
    bank: 'a US file whose amounts are said to be euros',
    lines: ['Date,Name,Amount', '11/24/2026,Keel Ltd,"$2,500.00"', '11/24/2026,Oak Ltd,"2,500.00"'],
    ...{
      columns: 'date payer amount',
      as: 'mdy . eur',
      read: ['2026-11-24 2500.00 eur Oak Ltd'],
      unread: ['Line 2, Amount'],
    },
  },
  {
    bank: 'HSBC UK, Paid out and Paid in',
    lines: [
      'Date,Type,Description,Paid out,Paid in,Balance',
      '24 Nov 2026,CR,KEEL LTD INV 78,,"2,500.00","12,500.00"',
      '24 Nov 2026,DD,RENT,900.00,,"11,600.00"',
      '24 Nov 2026,,BALANCE CARRIED FORWARD,,,"11,600.00"',
    ],
    ...{ columns: 'date - purpose out in -', as: 'dmy . gbp' },
    ...{
      read: ['2026-11-24 2500.00 gbp KEEL LTD INV 78', '2026-11-24 -900.00 gbp RENT'],
      unread: ['Line 4, Paid in'],
    },
  },
  {
    bank: 'HSBC, no column names',
    lines: ['24/11/2026,KEEL LTD,"2,500.00"', '24/11/2026,RENT,-900.00'],
    ...{ columns: 'date purpose amount', as: 'dmy . gbp', header: 0 },
    read: ['2026-11-24 2500.00 gbp KEEL LTD', '2026-11-24 -900.00 gbp RENT'],
  },
  {
    bank: 'Barclays, a number before the date',
    lines: [
      'Number,Date,Account,Amount,Subcategory,Memo',
      '\t,24/11/2026,20-00-00 12345678,2500.00,Counter Credit,KEEL LTD INV 78',
    ],
    ...{
      columns: '- date - amount - purpose',
      as: 'dmy . gbp',
      read: ['2026-11-24 2500.00 gbp KEEL LTD INV 78'],
    },
  },
  {
    bank: 'Lloyds, the heading has one comma more',
    lines: [
      'Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance,',
      "24/11/2026,FPI,'30-00-00,12345678,KEEL LTD,,2500.00,12500.00",
      "24/11/2026,DD,'30-00-00,12345678,RENT,900.00,,11600.00",
    ],
    ...{ columns: 'date - - - purpose out in - -', as: 'dmy . gbp' },
    read: ['2026-11-24 2500.00 gbp KEEL LTD', '2026-11-24 -900.00 gbp RENT'],
  },
  {
    bank: 'NatWest, quoted amounts and empty lines',
    lines: [
      '',
      'Date, Type, Description, Value, Balance, Account Name, Account Number',
      '',
      '24/11/2026,BAC,"\'KEEL LTD , INV 78",2500.00,12500.00,"\'US","\'60-00-00",',
      '',
    ],
    ...{ columns: 'date - purpose amount - - - -', as: 'dmy . gbp', header: 2 },
    read: ["2026-11-24 2500.00 gbp 'KEEL LTD , INV 78"],
  },
  {
    bank: 'Santander UK, tabs',
    lines: [
      'Date\tDescription\tMoney in\tMoney out',
      '24/11/2026\tKEEL LTD\t£2,500.00\t',
      '24/11/2026\tRENT\t\t£900.00',
    ],
    ...{ columns: 'date purpose in out', as: 'dmy . gbp', encoding: 'latin1' },
    read: ['2026-11-24 2500.00 gbp KEEL LTD', '2026-11-24 -900.00 gbp RENT'],
  },
  {
    bank: 'Monzo, ids and times',
    lines: [
      'Transaction ID,Date,Time,Type,Name,Amount,Currency,Description',
      'tx_0000,24/11/2026,10:15:00,Faster payment,Keel Ltd,2500.00,GBP,INV 78',
    ],
    ...{
      columns: 'id date - - payer amount currency purpose',
      as: 'dmy .',
      read: ['2026-11-24 2500.00 gbp Keel Ltd: INV 78'],
    },
  },
  {
    bank: 'Starling, two-digit years',
    lines: [
      'Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)',
      '24/11/26,Keel Ltd,INV 78,FASTER PAYMENT,2500.00,12500.00',
    ],
    ...{
      columns: 'date payer purpose - amount -',
      as: 'dmy . gbp',
      read: ['2026-11-24 2500.00 gbp Keel Ltd: INV 78'],
    },
  },
  {
    bank: 'Nationwide, pounds and short month names',
    lines: [
      '"Account Name:","FlexAccount"',
      '"Date","Transaction type","Description","Paid out","Paid in","Balance"',
      '"24 Nov 2026","Credit","KEEL","","£2500.00","£12500.00"',
    ],
    ...{
      columns: 'date - purpose out in -',
      as: 'dmy . gbp',
      header: 2,
      encoding: 'latin1',
      read: ['2026-11-24 2500.00 gbp KEEL'],
    },
  },
  {
    bank: 'Swedbank (LV), unsigned with D and K, and a turnover line',
    lines: [
      swedbank,
      'LV01;20;24.11.2026;Keel Ltd;Invoice 112;2500,00;EUR;K',
      'LV01;20;24.11.2026;Oak Ltd;Refund RF18;2500,00;EUR;D',
      'LV01;82;25.11.2026;;Apgrozījums;2500,00;EUR;',
    ],
    ...{
      columns: '- - date payer purpose amount currency direction',
      as: 'dmy ,',
      words: { in: ['K'], out: ['D'] },
    },
    read: ['2026-11-24 2500.00 eur Keel Ltd: Invoice 112', '2026-11-24 -2500.00 eur Oak Ltd: Refund RF18'],
    unread: ['Line 4, Debets/Kredīts'],
  },
  {
    bank: 'Swedbank (SE)',
    lines: [
      '* Transaktioner Period 2026-11-01 – 2026-11-25',
      'Radnummer,Bokföringsdag,Referens,Beskrivning,Belopp,Bokfört saldo',
      '1,2026-11-24,Keel AB,Faktura 78,2500.00,12500.00',
    ],
    ...{
      columns: '- date payer purpose amount -',
      as: 'ymd . sek',
      header: 2,
      encoding: 'latin1',
      read: ['2026-11-24 2500.00 sek Keel AB: Faktura 78'],
    },
  },
  {
    bank: 'SEB, spaces between thousands',
    lines: [
      'Bokföringsdatum;Valutadatum;Verifikationsnummer;Text;Belopp;Saldo',
      '2026-11-24;2026-11-24;5484;KEEL AB;2 500,00;12 500,00',
      '2026-11-24;2026-11-24;5485;HYRA;-900,00;11 600,00',
    ],
    ...{ columns: 'date - - purpose amount -', as: 'ymd , sek' },
    read: ['2026-11-24 2500.00 sek KEEL AB', '2026-11-24 -900.00 sek HYRA'],
  },
  {
    bank: 'Nordea, days with slashes and a currency',
    lines: [
      'Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta',
      '2026/11/24;2500,00;;;Keel AB;Faktura 78;12500,00;SEK',
      'Reserverat;-5,00;;;;Kort;;SEK',
    ],
    ...{ columns: 'date amount - - payer purpose - currency', as: 'ymd ,' },
    ...{ read: ['2026-11-24 2500.00 sek Keel AB: Faktura 78'], unread: ['Line 3, Bokföringsdag'] },
  },
  {
    bank: 'Handelsbanken, UTF-16 little endian with tabs',
    lines: ['Reskontradatum\tText\tBelopp', '2026-11-24\tKeel AB\t2 500,00'],
    ...{
      columns: 'date purpose amount',
      as: 'ymd , sek',
      encoding: 'utf16le',
      read: ['2026-11-24 2500.00 sek Keel AB'],
    },
  },
  {
    bank: 'Excel "Unicode text", UTF-16 big endian',
    lines: ['Day\tPayer\tAmount', '24.11.2026\tKeel Åland\t2.500,00'],
    ...{
      columns: 'date payer amount',
      as: 'dmy , eur',
      encoding: 'utf16be',
      read: ['2026-11-24 2500.00 eur Keel Åland'],
    },
  },
  {
    bank: 'OP, Finnish',
    lines: [
      'Kirjauspäivä;Arvopäivä;Määrä EUROA;Laji;Selitys;Saaja/Maksaja;Viite;Viesti',
      '24.11.2026;24.11.2026;2500,00;588;VIITESIIRTO;Keel Oy;ref=12344;Lasku 78',
    ],
    ...{ columns: 'date - amount - - payer purpose purpose', as: 'dmy , eur', encoding: 'latin1' },
    read: ['2026-11-24 2500.00 eur Keel Oy: ref=12344 Lasku 78'],
  },
  {
    bank: 'Danske Bank, a status',
    lines: [
      '"Dato";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"',
      '"24.11.2026";"Keel ApS";"2.500,00";"12.500,00";"Udført";"Nej"',
      '"25.11.2026";"Oak ApS";"30,00";"";"Venter";"Nej"',
      '"26.11.2026";"Elm ApS";"30,00";"";"Slettet";"Nej"',
    ],
    ...{
      columns: 'date purpose amount - state -',
      as: 'dmy , dkk',
      encoding: 'latin1',
      words: { booked: ['Udført'], pending: ['Venter'] },
    },
    ...{ read: ['2026-11-24 2500.00 dkk Keel ApS'], others: 1, unread: ['Line 4, Status'] },
  },
  {
    bank: 'DNB, money in and out of the account',
    lines: [
      '"Dato";"Forklaring";"Rentedato";"Ut fra konto";"Inn på konto"',
      '"24.11.2026";"Fra: Keel AS";"24.11.2026";"";"2500,00"',
      '"24.11.2026";"Leie";"24.11.2026";"900,00";""',
    ],
    ...{
      columns: 'date purpose - out in',
      as: 'dmy , nok',
      read: ['2026-11-24 2500.00 nok Fra: Keel AS', '2026-11-24 -900.00 nok Leie'],
    },
  },
  {
    bank: 'ABN AMRO, tabs, no column names',
    lines: [
      '123456789\tEUR\t20261124\t10000,00\t12500,00\t20261124\t2500,00\tSEPA Overboeking KEEL BV INV 78',
    ],
    ...{
      columns: '- currency date - - - amount purpose',
      as: 'ymd ,',
      header: 0,
      read: ['2026-11-24 2500.00 eur SEPA Overboeking KEEL BV INV 78'],
    },
  },
  {
    bank: 'Rabobank, a plus before the amount and the purpose in three columns',
    lines: [
      '"IBAN/BBAN","Munt","Datum","Bedrag","Tegenrekening IBAN/BBAN","Naam tegenpartij","Omschrijving-1","Omschrijving-2","Omschrijving-3"',
      '"NL01","EUR","2026-11-24","+2500,00","NL02","Keel BV","RF18","ABCD","EFGH"',
      '"NL01","EUR","2026-11-24","-900,00","NL03","Landlord","Rent","",""',
    ],
    ...{ columns: '- currency date amount account payer purpose purpose purpose', as: 'ymd ,' },
    read: ['2026-11-24 2500.00 eur Keel BV: RF18 ABCD EFGH', '2026-11-24 -900.00 eur Landlord: Rent'],
  },
  {
    bank: 'bunq, quoted points',
    lines: [
      '"Date";"Interest Date";"Amount";"Account";"Counterparty";"Name";"Description"',
      '"2026-11-24";"2026-11-24";"2,500.00";"NL01";"NL02";"Keel BV";"INV 78"',
    ],
    ...{
      columns: 'date - amount - account payer purpose',
      as: 'ymd .  eur',
      read: ['2026-11-24 2500.00 eur Keel BV: INV 78'],
    },
  },
  {
    bank: 'BNP Paribas, French with a no-break space',
    lines: [
      'Compte de chèques;****1234;25/11/2026;;12 500,00',
      'Date operation;Libelle court;Libelle operation;Montant operation',
      '24-11-2026;VIREMENT RECU;DE: KEEL SARL MOTIF: FACT 78;2\u00a0500,00',
      '24-11-2026;LOYER;LOYER;-900,00',
    ],
    ...{ columns: 'date - purpose amount', as: 'dmy , eur', header: 2, encoding: 'latin1' },
    read: ['2026-11-24 2500.00 eur DE: KEEL SARL MOTIF: FACT 78', '2026-11-24 -900.00 eur LOYER'],
  },
  {
    bank: 'Crédit Agricole, débit and crédit in euros',
    lines: [
      'Date;Libellé;Débit euros;Crédit euros;',
      '24/11/2026;"VIREMENT EN VOTRE FAVEUR\nKEEL SARL";;2500,00;',
      '24/11/2026;"PRLV";900,00;;',
    ],
    ...{ columns: 'date purpose out in -', as: 'dmy , eur', encoding: 'latin1' },
    read: ['2026-11-24 2500.00 eur VIREMENT EN VOTRE FAVEUR KEEL SARL', '2026-11-24 -900.00 eur PRLV'],
  },
  {
    bank: 'a French bank, days in words',
    lines: ['Date;Libellé;Montant', '24 août 2026;KEEL;10,00', '1 déc. 2026;OAK;11,00'],
    ...{
      columns: 'date purpose amount',
      as: 'dmy , eur',
      read: ['2026-08-24 10.00 eur KEEL', '2026-12-01 11.00 eur OAK'],
    },
  },
  {
    bank: 'UBS, apostrophes and a summary',
    lines: [
      'Kontonummer:;0234 00103914.40',
      'Bewertet in:;CHF',
      'Buchungsdatum;Währung;Belastung;Gutschrift;Beschreibung1',
      "2026-11-24;CHF;;2'500.00;Keel AG",
      '2026-11-24;CHF;-900.00;;Miete',
    ],
    ...{ columns: 'date currency out in purpose', as: 'ymd .', header: 3 },
    read: ['2026-11-24 2500.00 chf Keel AG', '2026-11-24 -900.00 chf Miete'],
  },
  {
    bank: 'PostFinance, a disclaimer below',
    lines: [
      'Datum von:;="2026-11-01"',
      'Buchungsdatum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Valuta',
      '24.11.2026;"GUTSCHRIFT KEEL AG";2500.00;;24.11.2026',
      '24.11.2026;"MIETE";;-900.00;24.11.2026',
      '',
      'Disclaimer:',
      'Dies ist kein durch PostFinance AG erstelltes Dokument.',
    ],
    ...{ columns: 'date purpose in out -', as: 'dmy . chf', header: 2 },
    read: ['2026-11-24 2500.00 chf GUTSCHRIFT KEEL AG', '2026-11-24 -900.00 chf MIETE'],
    unread: ['Line 6, Buchungsdatum', 'Line 7, Buchungsdatum'],
  },
  {
    bank: 'Raiffeisen Switzerland, typographic apostrophes',
    lines: [
      'IBAN;Booked At;Text;Credit/Debit Amount;Balance',
      'CH01;2026-11-24 00:00:00.0;Gutschrift Keel AG;2’500.00;12’500.00',
    ],
    ...{
      columns: '- date purpose amount -',
      as: 'ymd . chf',
      read: ['2026-11-24 2500.00 chf Gutschrift Keel AG'],
    },
  },
  {
    bank: 'mBank, the currency behind the amount and a line above',
    lines: [
      'mBank S.A.;Bankowość Detaliczna',
      '#Data operacji;#Opis operacji;#Rachunek;#Kategoria;#Kwota',
      '2026-11-24;"KEEL SP Z O O  FAKTURA 78";"eKonto";"Wpływy";2 500,00 PLN;',
      '2026-11-24;"CZYNSZ";"eKonto";"Dom";-900,00 PLN;',
      '2026-11-24;"OBCA";"eKonto";"Wpływy";5,00 EUR;',
    ],
    ...{ columns: 'date purpose - - amount', as: 'ymd , pln', header: 2 },
    read: ['2026-11-24 2500.00 pln KEEL SP Z O O FAKTURA 78', '2026-11-24 -900.00 pln CZYNSZ'],
    unread: ['Line 5, #Kwota'],
  },
  {
    bank: 'PKO, złoty and a Polish month',
    lines: ['Data;Opis;Kwota', '24 listopada 2026;KEEL;"2 500,00 zł"'],
    ...{ columns: 'date purpose amount', as: 'dmy , pln', read: ['2026-11-24 2500.00 pln KEEL'] },
  },
  {
    bank: 'Česká spořitelna, koruny',
    lines: ['Datum zaúčtování,Protistrana,Částka,Měna', '24.11.2026,Keel s.r.o.,"2 500,00",CZK'],
    ...{ columns: 'date payer amount currency', as: 'dmy ,', read: ['2026-11-24 2500.00 czk Keel s.r.o.'] },
  },
  {
    bank: 'OTP, forint without decimals',
    lines: ['Dátum;Partner;Összeg;Deviza', '2026.11.24.;Keel Kft;250 000;HUF'],
    ...{ columns: 'date payer amount currency', as: 'ymd ,', read: ['2026-11-24 250000.00 huf Keel Kft'] },
  },
  {
    bank: 'BBVA, Spanish days',
    lines: ['F. Valor;Concepto;Importe;Divisa', '24 de noviembre de 2026;Transferencia KEEL SL;2.500,00;EUR'],
    ...{
      columns: 'date purpose amount currency',
      as: 'dmy ,',
      read: ['2026-11-24 2500.00 eur Transferencia KEEL SL'],
    },
  },
  {
    bank: 'Intesa Sanpaolo, dare and avere',
    lines: [
      'Data contabile;Descrizione;Addebiti;Accrediti',
      '24/11/2026;BONIFICO KEEL SRL;;2.500,00',
      '24/11/2026;AFFITTO;-900,00;',
    ],
    ...{
      columns: 'date purpose out in',
      as: 'dmy , eur',
      read: ['2026-11-24 2500.00 eur BONIFICO KEEL SRL', '2026-11-24 -900.00 eur AFFITTO'],
    },
  },
  {
    bank: 'HDFC, Indian groups of digits',
    lines: [
      'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance',
      '24/11/26,NEFT CR KEEL LTD,N328,24/11/26,,"2,50,000.00","12,50,000.00"',
    ],
    ...{
      columns: 'date purpose id - out in -',
      as: 'dmy . inr',
      read: ['2026-11-24 250000.00 inr NEFT CR KEEL LTD'],
    },
  },
  {
    bank: 'a Japanese bank, no decimals',
    lines: ['日付,摘要,お支払金額,お預り金額,残高', '2026/11/24,カ）キール,,"250,000","1,250,000"'],
    ...{ columns: 'date purpose out in -', as: 'ymd . jpy', read: ['2026-11-24 250000 jpy カ）キール'] },
  },
  {
    bank: 'a bank of Kuwait, three decimals',
    lines: ['Date,Details,Amount', '24/11/2026,Keel,250.125'],
    ...{ columns: 'date purpose amount', as: 'dmy . kwd', read: ['2026-11-24 250.125 kwd Keel'] },
  },
  {
    bank: 'amounts that may be thousands or thousandths',
    lines: ['Date;Text;Amount', '24.11.2026;a;1,000', '24.11.2026;b;1.000', '24.11.2026;c;1.000,00'],
    ...{
      columns: 'date purpose amount',
      as: 'dmy , eur',
      read: ['2026-11-24 1000.00 eur b', '2026-11-24 1000.00 eur c'],
      unread: ['Line 2, Amount'],
    },
  },
]

/** Shapes of public issues of importers: firefly-iii 2296 and 1087, beancount-reds 91, hledger 570, 1226 and 177. */
const more: Shape[] = [
  {
    bank: 'Credit Suisse, a dash where there is no money',
    lines: [
      'Buchungsdatum,Text,Belastung,Gutschrift,Saldo',
      '27.05.2026,Keel Ltd Invoice 78,-,2500.00,4500.00',
      '24.05.2026,Rent,900.00,-,-',
      '23.05.2026,Nothing,-,-,-',
    ],
    ...{ columns: 'date purpose out in -', as: 'dmy . chf' },
    ...{ read: ['2026-05-27 2500.00 chf Keel Ltd Invoice 78', '2026-05-24 -900.00 chf Rent'] },
    unread: ['Line 4, Gutschrift'],
  },
  {
    bank: 'Charles Schwab, sentences above and between the payments',
    lines: [
      '"Transactions  for Checking account ...123 as of 11/25/2026 01:46:01 PM ET"',
      '"Date","Type","Check #","Description","Withdrawal (-)","Deposit (+)","RunningBalance"',
      '"Pending Transactions are not reflected within this sort criterion."',
      '"Posted Transactions"',
      '"11/24/2026","ACH","","KEEL LTD INV 78","","$2,500.00","$12,500.00"',
      '"11/23/2026","CHECK","1001","RENT","$900.00","","$10,000.00"',
    ],
    ...{ columns: 'date - - purpose out in -', as: 'mdy . usd', header: 2 },
    read: ['2026-11-24 2500.00 usd KEEL LTD INV 78', '2026-11-23 -900.00 usd RENT'],
    unread: ['Line 3, Date', 'Line 4, Date'],
  },
  {
    bank: 'a bank that writes 0.00 where there is no money',
    lines: ['Date,Text,Money In,Money Out', '24/11/2026,Keel,2500.00,0.00', '24/11/2026,Rent,0.00,900.00'],
    ...{ columns: 'date purpose in out', as: 'dmy . gbp' },
    read: ['2026-11-24 2500.00 gbp Keel', '2026-11-24 -900.00 gbp Rent'],
  },
  {
    bank: 'a US credit union, the dollar before the bracket',
    lines: ['"Date","Amount"', '"11/24/2026","$2,500.00"', '"11/24/2026","$(0.01)"', '"11/24/2026","−15.00"'],
    ...{ columns: 'date amount', as: 'mdy . usd' },
    read: ['2026-11-24 2500.00 usd', '2026-11-24 -0.01 usd', '2026-11-24 -15.00 usd'],
  },
  {
    bank: 'American Express UK, the currency behind the amount',
    lines: ['16/03/2026,1250.30 GBP,KEEL LTD LONDON,expenses', '17/03/2026,1.00 EUR,OAK LTD,expenses'],
    ...{ columns: 'date amount purpose -', as: 'dmy . gbp', header: 0 },
    ...{ read: ['2026-03-16 1250.30 gbp KEEL LTD LONDON'], unread: ['Line 2, Column 2'] },
  },
  {
    bank: 'DKB before 2023, days above the table',
    lines: [
      '"Kontonummer:";"1030653008 / Internet-Konto"',
      '"Von:";"26.03.2026"',
      '"Bis:";"25.04.2026"',
      '"Buchungstag";"Wertstellung";"Auftraggeber";"Verwendungszweck";"Betrag (EUR)"',
      '"23.04.2026";"23.04.26";"Keel Ltd";"Invoice 78";"2.500,00"',
      '"23.04.2026";"23.04.26";"Bank";"Entgelt";"-30,78"',
      '"22.04.2026";"22.04.26";"Oak Ltd";"Seats";"9,00"',
      '"22.04.2026";"22.04.26";"Oak Ltd";"Seats";"(15.00)"',
    ],
    ...{ columns: 'date - payer purpose amount', as: 'dmy , eur', header: 4 },
    read: [
      '2026-04-23 2500.00 eur Keel Ltd: Invoice 78',
      '2026-04-23 -30.78 eur Bank: Entgelt',
      '2026-04-22 9.00 eur Oak Ltd: Seats',
    ],
    unread: ['Line 8, Betrag (EUR)'],
  },
]
shapes.push(...more)

const bytesOf = ({ lines, encoding }: Shape): Buffer => {
  const text = lines.join('\r\n')
  if (encoding === 'latin1') return Buffer.from(text, 'latin1')
  if (encoding === 'utf16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  if (encoding === 'utf16be') return Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  return Buffer.from(encoding === 'bom' ? `\ufeff${text}` : text)
}

const choiceOf = ({ columns, as, header = 1, words }: Shape): CsvChoice => {
  const [dates, decimal, currency] = as.split(/ +/)
  return CsvChoice.parse({
    ...{ header, dates, decimal, ...(currency && { currency }) },
    columns: columns.split(' ').map((meaning) => (meaning === '-' ? '' : meaning)),
    words: { in: [], out: [], booked: [], pending: [], ...words },
  })
}

describe(`the files of banks, ${shapes.length} shapes`, () => {
  test.each(shapes)('given a file of $bank, then each line is read right or named', (shape) => {
    const { entries, unread, others } = readCsv(bytesOf(shape), choiceOf(shape), ownIban)
    const read = entries.map(({ kind, amount, currency, bookedOn, senderName, remittance }) => {
      const money = `${kind === 'outgoing' ? '-' : ''}${toDecimal(amount, currency)} ${currency}`
      return [bookedOn, money, [senderName, remittance].filter(Boolean).join(': ')].join(' ').trim()
    })
    expect(read).toEqual(shape.read)
    expect(unread.map(({ place }) => place)).toEqual(shape.unread ?? [])
    expect(others).toBe(shape.others ?? 0)
  })

  test('given the meaning of the columns only, then what the cells show of header, days and decimal sign is what a person chose, or nothing', () => {
    const parts = ['header', 'dates', 'decimal'] as const
    const told = { header: 0, dates: 0, decimal: 0 }
    for (const shape of shapes) {
      const choice = choiceOf(shape)
      const bytes = bytesOf(shape)
      const { header: _, dates: __, decimal: ___, ...chosen } = choice
      const said = detectedFormat(linesOf(bytes, detected(bytes, choice)), chosen)
      for (const part of parts) {
        if (said[part] === undefined) continue
        told[part] += 1
        expect(said[part], `${shape.bank}, ${part}`).toBe(choice[part])
      }
    }
    expect(Math.min(...Object.values(told))).toBeGreaterThan(60)
  })

  test('given days and amounts of one way of writing and fewer odd cells in any order, then the way is detected in spite of the odd cells', () => {
    const months = fc.integer({ min: 1, max: 12 })
    const ways = { dmy: [0, 1, 2], mdy: [1, 0, 2], ymd: [2, 1, 0] } as const
    fc.assert(
      fc.property(
        fc.constantFrom(...(['dmy', 'mdy', 'ymd'] as const)),
        fc.constantFrom(',' as const, '.' as const),
        fc.array(
          fc.tuple(fc.integer({ min: 13, max: 28 }), months, fc.integer({ min: 1, max: 99_999_999 })),
          {
            minLength: 3,
            maxLength: 9,
          },
        ),
        fc.constantFrom('x', '(15.00)', '−15,00', '', '31.31.2026', '1,250.00 USD', '99999999999999'),
        fc.nat(),
        (dates, decimal, rows, odd, place) => {
          const lines = rows.map(([day, month, cents]) => {
            const parts = [String(day), String(month).padStart(2, '0'), '2026']
            const amount = (cents / 100).toLocaleString(decimal === ',' ? 'de' : 'en', {
              minimumFractionDigits: 2,
            })
            return [ways[dates].map((part) => parts[part]).join('/'), amount]
          })
          lines.splice(place % (lines.length + 1), 0, [odd, odd])
          const cells = lines.map((each, at) => ({ line: at + 1, cells: each }))
          const chosen = CsvChoice.parse({ header: 0, columns: ['date', 'amount'], currency: 'usd' })
          expect(detectedFormat(cells, chosen)).toEqual({ header: 0, dates, decimal })
        },
      ),
      { seed, numRuns: 200 },
    )
  })
})
