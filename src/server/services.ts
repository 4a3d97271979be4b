/** The classes of modules that the server and the command line use by name; they reach the rest as routes, jobs and lifecycles. */

export { AfterRestore } from '#platform/storage/backup-marks.ts'
export { CommerceCommands, missingEvents, optionalRights, StripeAccount } from '../modules/commerce/module.ts'
export { PublishCheck, ServedContent } from '../modules/content/module.ts'
export {
  FirstAccount,
  type FirstStaff,
  generatePassword,
  Staff,
} from '../modules/identity/module.ts'
export { CredentialKeys } from '../modules/leadership/module.ts'
