import { Places } from '#modules/leadership/index.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { type Bind, singleton } from '#platform/kernel/singleton.ts'
import { SettingForm, Settings } from '#platform/settings/settings.ts'
import { Log } from '#platform/telemetry/log.ts'
import { Orders } from '../orders/orders.ts'
import { bankAccountSettings } from './bank-account.ts'
import { BankStatements } from './bank-statements.ts'
import { TransferInstructions } from './transfer-instructions.ts'
import { Transfers } from './transfers.ts'
import { UnmatchedEntries } from './unmatched-entries.ts'

/** Money that comes by bank transfer. */
export function bindTransfers(bind: Bind): void {
  bind(SettingForm).toConstantValue(bankAccountSettings)
  singleton(bind, Transfers, EventLog, Database, Orders, Clock, Places)
  singleton(bind, UnmatchedEntries, Database, Clock)
  singleton(bind, BankStatements, Database, Settings, Orders, Transfers, UnmatchedEntries, Log)
  singleton(bind, TransferInstructions, Settings, Config)
}
