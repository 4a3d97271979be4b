import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { bindAll, bindAs } from '#platform/kernel/needs.ts'
import { type Bind, singleton } from '#platform/kernel/singleton.ts'
import { SettingForm, Settings } from '#platform/settings/settings.ts'
import { CashBalances } from '../../orders/cash-balances.ts'
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
  bindAll(bind, Transfers)
  singleton(bind, UnmatchedEntries, Database, Clock)
  bindAll(bind, StatementFiles, BankStatements)
  singleton(bind, MistakenImports, Database, Transfers, UnmatchedEntries)
  singleton(bind, TransferInstructions, Database, Settings, Config)
  bindAs(bind, CashBalances, StripeCashBalances)
  bindAll(bind, StripeTransferActions, BankPayments)
}
