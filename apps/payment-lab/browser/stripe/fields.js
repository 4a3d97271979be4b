const digits = (text) => text.replace(/\D/g, '')

/** The fields of a card: their format, and Stripe's messages for invalid input. */
export const cardFields = [
  {
    name: 'number',
    label: 'Card number',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    write: (text) => {
      const amex = /^3[47]/.test(text)
      const number = digits(text).slice(0, amex ? 15 : 19)
      return amex
        ? number.replace(/^(.{4})(.{0,6})(.*)$/, '$1 $2 $3').trim()
        : number.replace(/(.{4})(?=.)/g, '$1 ')
    },
    check: (text) => {
      const number = digits(text)
      const length = /^3[47]/.test(number) ? 15 : 16
      if (number.length < length) return ['incomplete_number', 'Your card number is incomplete.']
      if (!luhn(number)) return ['invalid_number', 'Your card number is invalid.']
    },
  },
  {
    name: 'expiry',
    label: 'Expiration date',
    placeholder: 'MM / YY',
    autocomplete: 'cc-exp',
    half: true,
    write: (text, erasing) => {
      let number = digits(text)
      // "12 / 2034", as browsers fill it in.
      if (number.length === 6) number = number.slice(0, 2) + number.slice(4)
      if (/^[2-9]/.test(number)) number = `0${number}`
      number = number.slice(0, 4)
      if (number.length > 2 || (number.length === 2 && !erasing))
        return `${number.slice(0, 2)} / ${number.slice(2)}`
      return number
    },
    check: (text) => {
      const number = digits(text)
      if (number.length < 4) return ['incomplete_expiry', "Your card's expiration date is incomplete."]
      const [month, year] = [Number(number.slice(0, 2)), 2000 + Number(number.slice(2))]
      if (month < 1 || month > 12) return ['invalid_expiry_month', "Your card's expiration month is invalid."]
      const now = new Date()
      if (year < now.getFullYear() || (year === now.getFullYear() && month < now.getMonth() + 1)) {
        return ['invalid_expiry_year_past', "Your card's expiration year is in the past."]
      }
    },
  },
  {
    name: 'cvc',
    label: 'Security code',
    placeholder: 'CVC',
    autocomplete: 'cc-csc',
    half: true,
    write: (text) => digits(text).slice(0, 4),
    check: (text) => {
      if (digits(text).length < 3) return ['incomplete_cvc', "Your card's security code is incomplete."]
    },
  },
]

/** The fields of a US bank account. */
export const bankFields = [
  {
    name: 'routing_number',
    label: 'Routing number',
    placeholder: '110000000',
    autocomplete: 'off',
    write: (text) => digits(text).slice(0, 9),
    check: (text) => {
      if (digits(text).length < 9) return ['incomplete_routing_number', 'Your routing number is incomplete.']
    },
  },
  {
    name: 'account_number',
    label: 'Account number',
    placeholder: '000123456789',
    autocomplete: 'off',
    write: (text) => digits(text).slice(0, 17),
    check: (text) => {
      if (digits(text).length < 4) return ['incomplete_account_number', 'Your account number is incomplete.']
    },
  },
]

function luhn(number) {
  let sum = 0
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
