import type { ApiRoute } from './api-route.ts'
import { transferType, virtualAccount } from './bank-accounts.ts'
import { page, pageParameters } from './listing.ts'

const cashBalance = '/v1/customers/:id/cash_balance'
const transactions = '/v1/customers/:id/cash_balance_transactions'

/** Bank transfers: instructions, cash balances and their transactions. */
export const transferRoutes: ApiRoute[] = [
  {
    method: 'POST',
    path: '/v1/customers/:id/funding_instructions',
    run: ({ records }, { id, input }) => {
      input.only('bank_transfer', 'currency', 'funding_type')
      input.oneOf('funding_type', ['bank_transfer'])
      const customer = records.get('customer', id, 'customer').id
      const currency = input.requiredText('currency').toLowerCase()
      const requested = input.map('bank_transfer')
      const type = transferType(currency, requested.requiredText('type'), 'bank_transfer[type]')
      return {
        object: 'funding_instructions',
        bank_transfer: {
          country: type === 'eu_bank_transfer' ? 'DE' : type === 'gb_bank_transfer' ? 'GB' : 'US',
          financial_addresses: virtualAccount(customer, type),
          type,
        },
        currency,
        funding_type: 'bank_transfer',
        livemode: false,
      }
    },
  },
  {
    method: 'GET',
    path: cashBalance,
    run: ({ records, balances }, { id }) => balances.show(records.get('customer', id, 'customer').id),
  },
  {
    method: 'POST',
    path: cashBalance,
    run: ({ records, balances }, { id, input }) => {
      input.only('settings')
      const customer = records.get('customer', id, 'customer').id
      const modes = ['automatic', 'manual', 'merchant_default'] as const
      const mode = input.map('settings').oneOf('reconciliation_mode', modes)
      if (mode !== null) balances.setMode(customer, mode)
      return balances.show(customer)
    },
  },
  {
    method: 'GET',
    path: transactions,
    run: ({ records }, { id, input, path }) => {
      input.only(...pageParameters)
      const customer = records.get('customer', id, 'customer').id
      const all = records.all('customer_cash_balance_transaction')
      return page(
        path,
        all.filter((each) => each.customer === customer),
        input,
      )
    },
  },
  {
    method: 'GET',
    path: `${transactions}/:child`,
    run: ({ records }, { id, child }) => {
      const found = records.get('customer_cash_balance_transaction', child)
      return found.customer === id ? found : records.get('customer_cash_balance_transaction', id)
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/apply_customer_balance',
    run: ({ records, balances }, { id, input }) => {
      input.only('amount', 'currency')
      return balances.apply(records.get('payment_intent', id, 'intent'), input.integer('amount'))
    },
  },
  {
    method: 'POST',
    path: '/v1/test_helpers/customers/:id/fund_cash_balance',
    run: ({ records, balances }, { id, input }) => {
      input.only('amount', 'currency', 'reference')
      return balances.fund(records.get('customer', id, 'customer').id, {
        amount: input.requiredInteger('amount'),
        currency: input.requiredText('currency').toLowerCase(),
        reference: input.text('reference'),
      })
    },
  },
]
