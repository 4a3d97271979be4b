import { defineEntity, type EntitySchema, type InferEntity, p } from '@mikro-orm/postgresql'
import type { StaffRole } from '#platform/kernel/actor.ts'

export const CustomerRow = defineEntity({
  name: 'CustomerRow',
  tableName: 'identity_customer',
  properties: {
    id: p.uuid().primary(),
    email: p.text(),
    firstName: p.text(),
    lastName: p.text(),
    phone: p.text().nullable(),
    company: p.text().nullable(),
    /** Loaded only by those who ask for it. */
    passwordHash: p.text().lazy(),
    isEmailVerified: p.boolean(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})
export type CustomerRow = InferEntity<typeof CustomerRow>

export const StaffRow = defineEntity({
  name: 'StaffRow',
  tableName: 'identity_staff',
  properties: {
    id: p.uuid().primary(),
    username: p.text(),
    role: p.text().$type<StaffRole>(),
    passwordHash: p.text(),
    /** The sealed secret of the authenticator app; null without a second factor. */
    totpBox: p.blob().nullable(),
    createdAt: p.datetime(),
  },
})
export type StaffRow = InferEntity<typeof StaffRow>

export const identityEntities: EntitySchema[] = [CustomerRow, StaffRow]
