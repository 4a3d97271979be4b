import { AuditedReads } from '#platform/audit/audited-reads.ts'
import { Database } from '#platform/database/database.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { JobHandlers } from '#platform/jobs/jobs.ts'
import { bindAll } from '#platform/kernel/needs.ts'
import { type Bind, singletonAs } from '#platform/kernel/singleton.ts'
import { bindMailKinds } from '#platform/mail/mail-kind.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { SettingForm, Settings } from '#platform/settings/settings.ts'
import { OrderLists } from '../orders/order-lists.ts'
import { Orders } from '../orders/orders.ts'
import { WithdrawalPersonalData } from './personal-data.ts'
import { mountWithdrawalRoutes } from './routes.ts'
import { acknowledgement, answerMail } from './withdrawal-mails.ts'
import { withdrawalSettings } from './withdrawal-settings.ts'
import { Withdrawals } from './withdrawals.ts'

/** Withdrawals by law, and requests for refunds by the terms. */
export function bindWithdrawals(bind: Bind): void {
  bind(SettingForm).toConstantValue(withdrawalSettings)
  bindAll(bind, Withdrawals)
  bind(JobHandlers).toService(Withdrawals)
  bindMailKinds(bind, [acknowledgement, answerMail], { database: Database })
  singletonAs(bind, PersonalData, WithdrawalPersonalData, Database)
  bindRoutes(bind, mountWithdrawalRoutes, {
    withdrawals: Withdrawals,
    lists: OrderLists,
    orders: Orders,
    settings: Settings,
    reads: AuditedReads,
  })
}
