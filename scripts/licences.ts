/** `npm run licences`: prints every delivered package, with its version and licence, as a table. */
import { deliveredPackages } from './delivered-packages.ts'

console.log('| package | version | licence |\n|---|---|---|')
for (const { name, version, licence } of deliveredPackages())
  console.log(`| ${name} | ${version} | ${licence} |`)
