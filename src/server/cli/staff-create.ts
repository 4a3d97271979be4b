import 'reflect-metadata'
import { text } from 'node:stream/consumers'
import { Config } from '#platform/config/config.ts'
import { type StaffRole, staffRoles } from '#platform/kernel/actor.ts'
import { readArguments } from '#platform/kernel/arguments.ts'
import { generatePassword, Staff } from '../services.ts'
import { report, withApp } from './with-app.ts'

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

async function optionsOf(): Promise<Options> {
  const { values, refuse } = readArguments(usage, {
    username: { type: 'string' },
    role: { type: 'string' },
    replace: { type: 'boolean', default: false },
    totp: { type: 'boolean' },
    'password-stdin': { type: 'boolean', default: false },
    json: { type: 'boolean' },
  })
  const role = staffRoles.find((each) => each === values.role)
  if (values.username === undefined) return refuse('--username is missing')
  if (role === undefined) return refuse(`--role must be one of ${staffRoles.join(', ')}`)
  const generated = !values['password-stdin']
  const password = generated ? generatePassword() : (await text(process.stdin)).trim()
  return { username: values.username, role, replace: values.replace, totp: values.totp, password, generated }
}

const options = await optionsOf()
await report(() =>
  withApp(async ({ container }) => {
    const { username, role, password, generated } = options
    const { totp } = await container.get(Staff).create(options, {
      replace: options.replace,
      ...(options.totp === undefined ? {} : { totp: options.totp }),
    })
    const { publicUrl } = container.get(Config)
    const lines = [`${username} may sign in at ${publicUrl}/admin as ${role}.`]
    if (generated) lines.push(`Password, shown once: ${password}`)
    if (totp) lines.push(`Authenticator app, shown once: ${totp.secret}`, `  ${totp.uri}`)
    return { ok: true, json: { ok: true, username, role, ...(generated ? { password } : {}), totp }, lines }
  }),
)
