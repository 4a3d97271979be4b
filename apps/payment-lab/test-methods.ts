/** The behavior of a payment method: the data of Stripe's documented test numbers and names. */
export interface TestMethod {
  /** Name as the API takes it, such as `pm_card_visa`. */
  name: string
  aliases?: readonly string[]
  type: 'card' | 'us_bank_account' | 'customer_balance'
  /** Card number, or account number of a bank debit; empty for a method that is not typed. */
  number: string
  brand?: string
  country?: string
  /** Refused at once; `code` and `declineCode` are Stripe's. */
  decline?: { code: string; declineCode: string; message: string }
  /** The cardholder must authenticate (3-D Secure) before the charge is attempted. */
  authenticate?: true
  /** The final result of a bank debit, which first stays `processing`. */
  settles?: 'succeed' | 'never' | { code: string; message: string }
  /** The account is verified by deposits that its holder confirms days later, unless instant verification is required. */
  microdeposits?: true
  /** A dispute arrives after the charge. */
  disputed?: 'fraudulent' | 'product_not_received'
  /** The course of a refund: it succeeds first and fails later, or is pending first. */
  refund?: 'fails-later' | 'pending-first'
  meaning: string
}

const declined = 'Your card was declined.'
const card = (name: string, number: string, meaning: string, more: Partial<TestMethod> = {}): TestMethod => ({
  name,
  number,
  meaning,
  type: 'card',
  brand: 'visa',
  country: 'US',
  ...more,
})
const refusedCard = (
  name: string,
  number: string,
  code: string,
  declineCode: string,
  message: string,
): TestMethod =>
  card(name, number, `Declined: ${declineCode}`, {
    aliases: [name.replace('pm_card_', 'pm_card_visa_')],
    decline: { code, declineCode, message },
  })
const debit = (name: string, number: string, meaning: string, more: Partial<TestMethod>): TestMethod => ({
  name: `pm_usBankAccount_${name}`,
  number,
  meaning,
  type: 'us_bank_account',
  ...more,
})
const returned = (name: string, number: string, code: string, message: string): TestMethod =>
  debit(name, number, `Processing first, then fails: ${code}`, { settles: { code, message } })

/** Numbers and names are those of https://docs.stripe.com/testing. */
export const testMethods: readonly TestMethod[] = [
  card('pm_card_visa', '4242424242424242', 'Succeeds', { aliases: ['pm_card_us'] }),
  card('pm_card_visa_debit', '4000056655665556', 'Succeeds (Visa debit)'),
  card('pm_card_mastercard', '5555555555554444', 'Succeeds (Mastercard)', { brand: 'mastercard' }),
  card('pm_card_amex', '378282246310005', 'Succeeds (American Express)', { brand: 'amex' }),
  refusedCard('pm_card_chargeDeclined', '4000000000000002', 'card_declined', 'generic_decline', declined),
  refusedCard(
    'pm_card_chargeDeclinedInsufficientFunds',
    '4000000000009995',
    'card_declined',
    'insufficient_funds',
    'Your card has insufficient funds.',
  ),
  refusedCard('pm_card_chargeDeclinedLostCard', '4000000000009987', 'card_declined', 'lost_card', declined),
  refusedCard(
    'pm_card_chargeDeclinedStolenCard',
    '4000000000009979',
    'card_declined',
    'stolen_card',
    declined,
  ),
  refusedCard(
    'pm_card_chargeDeclinedExpiredCard',
    '4000000000000069',
    'expired_card',
    'expired_card',
    'Your card has expired.',
  ),
  refusedCard(
    'pm_card_chargeDeclinedIncorrectCvc',
    '4000000000000127',
    'incorrect_cvc',
    'incorrect_cvc',
    "Your card's security code is incorrect.",
  ),
  refusedCard(
    'pm_card_chargeDeclinedProcessingError',
    '4000000000000119',
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
  card('pm_card_authenticationRequired', '4000002760003184', 'Asks for 3-D Secure on every payment', {
    authenticate: true,
  }),
  card('pm_card_authenticationRequiredOnSetup', '4000002500003155', 'Asks for 3-D Secure', {
    authenticate: true,
  }),
  card('pm_card_threeDSecure2Required', '4000000000003220', 'Asks for 3-D Secure', { authenticate: true }),
  card(
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    '4000008260003178',
    'Asks for 3-D Secure, then declined: insufficient_funds',
    {
      authenticate: true,
      decline: {
        code: 'card_declined',
        declineCode: 'insufficient_funds',
        message: 'Your card has insufficient funds.',
      },
    },
  ),
  refusedCard(
    'lab_live_card',
    '',
    'card_declined',
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  ),
  card('pm_card_createDispute', '4000000000000259', 'Succeeds, then is disputed as fraudulent', {
    disputed: 'fraudulent',
  }),
  card('pm_card_createDisputeProductNotReceived', '4000000000002685', 'Succeeds, then is disputed', {
    disputed: 'product_not_received',
  }),
  card('pm_card_pendingRefund', '4000000000007726', 'Succeeds; a refund is pending first', {
    refund: 'pending-first',
  }),
  card('pm_card_refundFail', '4000000000005126', 'Succeeds; a refund succeeds first and fails later', {
    refund: 'fails-later',
  }),
  debit('success', '000123456789', 'Processing first, then succeeds', { settles: 'succeed' }),
  returned('accountClosed', '000111111113', 'account_closed', "The customer's bank account has been closed."),
  returned('noAccount', '000111111116', 'no_account', "The customer's bank account could not be located."),
  {
    ...returned(
      'insufficientFunds',
      '000222222227',
      'insufficient_funds',
      "The customer's account has insufficient funds to cover this payment.",
    ),
    aliases: ['pm_usBankAccount_failure'],
  },
  returned(
    'debitNotAuthorized',
    '000333333335',
    'debit_not_authorized',
    'The customer has notified their bank that this payment was unauthorized.',
  ),
  debit('processing', '000000000009', 'Stays processing; can be cancelled', { settles: 'never' }),
  {
    ...debit(
      '',
      '000987654321',
      'Asks for micro-deposits (code SM11AA); refused where verification is instant',
      {
        settles: 'succeed',
        microdeposits: true,
      },
    ),
    // Stripe has no test account for this, because Stripe verifies every typed account by deposits.
    name: 'lab_bank_microdeposits',
  },
  debit('dispute', '000555555559', 'Processing first, succeeds, then is disputed', {
    settles: 'succeed',
    disputed: 'fraudulent',
  }),
]

/** The method of a payment by bank transfer, whose refund takes some days. */
export const bankTransfer: TestMethod = {
  name: 'lab_bank_transfer',
  number: '',
  meaning: 'Paid from the cash balance',
  type: 'customer_balance',
  refund: 'pending-first',
}

/** Finds a test method by its API name or alias. */
export function testMethodNamed(name: string): TestMethod | undefined {
  return [...testMethods, bankTransfer].find(
    (method) => method.name === name || method.aliases?.includes(name),
  )
}

/** Finds a test method by card or account number. */
export function testMethodNumbered(type: TestMethod['type'], number: string): TestMethod | undefined {
  return testMethods.find((method) => method.type === type && method.number === number)
}
