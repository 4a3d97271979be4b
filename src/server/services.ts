/** What the running site asks of the modules by name; everything else it knows as routes and lifecycles. */
export { StripeAccount } from '../modules/commerce/module.ts'
export { ServedContent } from '../modules/content/module.ts'
export { type FirstStaff, generatePassword, Staff } from '../modules/identity/module.ts'
