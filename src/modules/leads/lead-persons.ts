import type { CustomerOrders, OrderBrief } from '#modules/commerce/index.ts'
import type { Customers } from '#modules/identity/index.ts'
import type { Lead } from './lead.ts'
import type { LeadInbox } from './lead-inbox.ts'

export interface LeadPerson {
  leads: Lead[]
  customerSince: Date | null
  orders: OrderBrief[]
}

/** The person who sent a lead, looked up by address at each call: nothing is stored that an erasure would have to find. */
export class LeadPersons {
  readonly #inbox: LeadInbox
  readonly #customers: Customers
  readonly #orders: CustomerOrders

  constructor(inbox: LeadInbox, customers: Customers, orders: CustomerOrders) {
    this.#inbox = inbox
    this.#customers = customers
    this.#orders = orders
  }

  async of(lead: Lead): Promise<LeadPerson> {
    const [leads, customer] = await Promise.all([
      this.#inbox.others(lead),
      this.#customers.getByEmail(lead.email),
    ])
    const orders = customer === null ? [] : await this.#orders.ofCustomer(customer.id)
    return { leads, customerSince: customer?.createdAt ?? null, orders }
  }
}
