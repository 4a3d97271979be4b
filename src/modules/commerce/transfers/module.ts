import { Places } from '#modules/leadership/index.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { Streams } from '#platform/event-log/streams.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { type Bind, singleton, singletonAs } from '#platform/kernel/singleton.ts'
import { SettingForm, Settings } from '#platform/settings/settings.ts'
import { Log } from '#platform/telemetry/log.ts'
import { CashBalances } from '../orders/cash-balances.ts'
import { Observations } from '../orders/observations.ts'
import { Orders } from '../orders/orders.ts'
import { Products } from '../orders/products.ts'
import { StripeBankTransfers } from '../stripe/bank-transfers.ts'
import { bankAccountSettings } from './bank-account.ts'
import { BankPayments } from './bank-payments.ts'
import { BankStatements } from './bank-statements.ts'
import { MistakenImports } from './mistaken-imports.ts'
import { StatementFiles } from './statement-files.ts'
import { StripeCashBalances } from './stripe-cash-balances.ts'
import { StripeTransferActions } from './stripe-transfer-actions.ts'
import { TransferInstructions } from './transfer-instructions.ts'
import { Transfers } from './transfers.ts'
import { UnmatchedEntries } from './unmatched-entries.ts'

/** Money that comes by bank transfer. */
export function bindTransfers(bind: Bind): void {
  bind(SettingForm).toConstantValue(bankAccountSettings)
  singleton(bind, Transfers, Streams, Database, Orders, Clock, Places)
  singleton(bind, UnmatchedEntries, Database, Clock)
  singleton(bind, StatementFiles, Settings, Database, Clock, Products)
  singleton(bind, BankStatements, Database, Orders, Transfers, UnmatchedEntries, Log, Ids)
  singleton(bind, MistakenImports, Database, Transfers, UnmatchedEntries)
  singleton(bind, TransferInstructions, Database, Settings, Config)
  singletonAs(bind, CashBalances, StripeCashBalances, Database, StripeBankTransfers, Transfers, Log)
  singleton(bind, StripeTransferActions, Database, Orders, Transfers, StripeBankTransfers, CashBalances)
  singleton(bind, BankPayments, {
    database: Database,
    orders: Orders,
    observations: Observations,
    stripe: StripeBankTransfers,
    clock: Clock,
    log: Log,
    instructions: TransferInstructions,
  })
}
