import 'reflect-metadata'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { Config } from '#platform/config/config.ts'
import { type StaffRole, staffRoles } from '#platform/kernel/actor.ts'
import { AppError } from '#platform/kernel/error.ts'
import { generatePassword, Staff } from '../services.ts'
import { withApp } from './with-app.ts'

const usage = `Creates a member of staff.

  npm run staff:create -- --username anna --role editor
  npm run staff:create -- --username anna --role editor --replace     new password and role, sessions and any wait after wrong tries end
  npm run staff:create -- --username anna --role editor --replace --totp   with a second factor (--no-totp: without)
  echo "$PASSWORD" | npm run staff:create -- --username anna --role editor --password-stdin

Roles: ${staffRoles.join(', ')}. Without --password-stdin a password is generated and printed once.
A password has 8 to 128 characters, with uppercase, lowercase and a number, no spaces, and is none that everybody tries first.`

interface Options {
  username: string
  role: StaffRole
  replace: boolean
  totp: boolean | undefined
  password: string
  generated: boolean
}

async function optionsOf(args: string[]): Promise<Options> {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      username: { type: 'string' },
      role: { type: 'string' },
      replace: { type: 'boolean', default: false },
      totp: { type: 'boolean' },
      'password-stdin': { type: 'boolean', default: false },
    },
  })
  const role = staffRoles.find((each) => each === values.role)
  if (values.username === undefined)
    throw new AppError('invalid', 'USAGE', `--username is missing\n\n${usage}`)
  if (role === undefined)
    throw new AppError('invalid', 'USAGE', `--role must be one of ${staffRoles.join(', ')}\n\n${usage}`)
  const generated = !values['password-stdin']
  const password = generated ? generatePassword() : (await text(process.stdin)).trim()
  return { username: values.username, role, replace: values.replace, totp: values.totp, password, generated }
}

function create(options: Options): Promise<string> {
  return withApp(async ({ container }) => {
    const { username, role, totp } = await container.get(Staff).create(options, {
      replace: options.replace,
      ...(options.totp === undefined ? {} : { totp: options.totp }),
    })
    const { publicUrl } = container.get(Config)
    const lines = [`${username} may sign in at ${publicUrl}/admin as ${role}.`]
    if (options.generated) lines.push(`Password, shown once: ${options.password}`)
    if (totp) lines.push(`Authenticator app, shown once: ${totp.secret}`, `  ${totp.uri}`)
    return lines.join('\n')
  })
}

try {
  console.log(await create(await optionsOf(process.argv.slice(2))))
} catch (error) {
  // Of a wrong argument or setting only the message is printed, of any other error the stack, too.
  const known =
    error instanceof AppError ||
    (error instanceof Error && ['ConfigError', 'CannotStart'].includes(error.name))
  const printed = known || (error instanceof TypeError && 'code' in error) ? (error as Error).message : error
  console.error(printed)
  process.exitCode = 1
}
