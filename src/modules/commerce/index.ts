/** Nothing is asked of commerce by its neighbours yet; what it tells them travels as mails and documents. */
export type { OrderStatus } from './domain/status.ts'
