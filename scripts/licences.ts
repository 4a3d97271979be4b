/** `npm run licences`: prints every delivered package, with its version and licence, as a table. */
import { readArguments } from '../src/platform/kernel/arguments.ts'
import { deliveredPackages } from './delivered-packages.ts'

readArguments(`Prints every delivered package, with its version and licence, as a table.

  npm run licences`)
console.log('| package | version | licence |\n|---|---|---|')
for (const { name, version, licence } of deliveredPackages())
  console.log(`| ${name} | ${version} | ${licence} |`)
