import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Stripe from 'stripe'
import ts from 'typescript'
import { beforeAll, expect, test } from 'vitest'
import { given } from '../support/given.ts'
import { startLab } from './lab-under-test.ts'

const root = join(import.meta.dirname, '../..')
/** Its `Kinds` names the type of the SDK for each kind of object. */
const file = join(root, 'apps/payment-lab/records.ts')

const under = given(startLab, 'close')
let objects: Record<string, { id: string }[]>

beforeAll(async () => {
  const { stripe } = under
  const pay = (payment_method: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
    stripe.paymentIntents
      .create({ amount: 10_000, currency: 'usd', confirm: true, payment_method, ...more })
      .catch(() => undefined)
  const methods = ['pm_card_visa', 'pm_card_chargeDeclined', 'pm_card_createDispute', 'pm_card_refundFail']
  for (const method of methods) await pay(method)
  await pay('pm_card_threeDSecure2Required')
  await pay('pm_usBankAccount_success', { allowed_payment_method_types: ['us_bank_account'] })
  const { id: customer } = await stripe.customers.create({ name: 'Example GmbH' })
  const transfer = await stripe.paymentIntents.create({
    amount: 100_000,
    currency: 'eur',
    customer,
    confirm: true,
    allowed_payment_method_types: ['customer_balance'],
    payment_method_data: { type: 'customer_balance' },
    payment_method_options: {
      customer_balance: {
        funding_type: 'bank_transfer',
        bank_transfer: { type: 'eu_bank_transfer', eu_bank_transfer: { country: 'DE' } },
      },
    },
  })
  await under.control(`objects/${transfer.id}/transfer`, { outcome: 'exact' })
  await under.pass(60_000)
  const charges = (await stripe.charges.list({ limit: 100 })).data
  for (const charge of charges.filter(({ status, disputed }) => status === 'succeeded' && !disputed))
    await stripe.refunds.create({ charge: charge.id, amount: 1_000 })
  const product = await stripe.products.create({ name: 'Example' })
  const price = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 5_000 })
  await stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'http://localhost/',
    line_items: [{ price: price.id, quantity: 1 }],
  })
  await under.pass(60_000)
  const { payout } = (await under.control('payouts')) as { payout: { id: string } }
  await under.control(`objects/${payout.id}/fail`)
  await under.control('movements', { type: 'stripe_fee', amount: -500 })
  const state = await fetch(`${under.url}/lab/state`)
  objects = ((await state.json()) as { objects: typeof objects }).objects
})

test('given objects of the lab, then each has the fields that the SDK declares, and no others', () => {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'))
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [file] }, ts.sys, root)
  const program = ts.createProgram([file], options)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)!
  const kinds = source.statements.find(
    (each): each is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(each) && each.name.text === 'Kinds',
  )!
  const faults = new Set<string>()
  for (const member of checker.getTypeAtLocation(kinds).getProperties()) {
    // An event's object is one of the others.
    if (member.name === 'event') continue
    expect(objects[member.name], member.name).not.toEqual([])
    for (const object of objects[member.name]!)
      for (const fault of differences(checker, object, checker.getTypeOfSymbol(member), member.name))
        faults.add(fault)
  }
  expect([...faults]).toEqual([])
})

/** Where a value has other fields than its type. */
function differences(checker: ts.TypeChecker, value: unknown, type: ts.Type, path: string): string[] {
  const parts = type.isUnion() ? type.types : [type]
  if (value === null) return parts.some(({ flags }) => flags & ts.TypeFlags.Null) ? [] : [`${path} is null`]
  if (Array.isArray(value)) {
    const list = parts.find((each) => checker.isArrayType(each)) as ts.TypeReference | undefined
    if (list === undefined) return [`${path} is a list`]
    const [item] = checker.getTypeArguments(list)
    return value.flatMap((each) => differences(checker, each, item!, `${path}[]`))
  }
  if (typeof value !== 'object') {
    const choices = parts.map((each) => (each.isStringLiteral() ? each.value : undefined))
    const closed = typeof value === 'string' && choices.every((each) => each !== undefined)
    return closed && !choices.includes(value) ? [`${path} is ${value}`] : []
  }
  const records = parts.filter(({ flags }) => flags & ts.TypeFlags.Object)
  const found = records.map((each) => fieldDifferences(checker, value, each, path))
  return found.sort((a, b) => a.length - b.length)[0] ?? [`${path} is an object`]
}

function fieldDifferences(checker: ts.TypeChecker, value: object, type: ts.Type, path: string): string[] {
  if (checker.getIndexInfosOfType(type).length > 0) return []
  const declared = new Map(checker.getPropertiesOfType(type).map((each) => [each.name, each]))
  const lacking = [...declared.values()].filter(
    ({ name, flags }) => !(name in value) && !(flags & ts.SymbolFlags.Optional),
  )
  return [
    ...lacking.map(({ name }) => `${path}.${name} is missing`),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const member = declared.get(name)
      if (member === undefined) return [`${path}.${name} is not declared`]
      return differences(checker, inner, checker.getTypeOfSymbol(member), `${path}.${name}`)
    }),
  ]
}

test('given movements of the balance, then Stripe’s types and reporting categories name them', async () => {
  const { data } = await under.stripe.balanceTransactions.list({ limit: 100 })
  const named = data.map(({ type, reporting_category: category, source }) =>
    [String(source).split('_')[0], type, category].join(' '),
  )
  expect([...new Set(named)].sort()).toEqual([
    'ch charge charge',
    'du adjustment dispute',
    'null stripe_fee fee',
    'po payout payout',
    'po payout_failure payout_reversal',
    'py payment charge',
    'pyr payment_refund refund',
    're refund refund',
    're refund_failure refund_failure',
  ])
})
