import { demoPassword, team } from './world.ts'

interface Made {
  /** The last day of the year. */
  until: Date
  seed: string
  seconds: string
  publicUrl: string
  /** The account of the site itself, whose password is shown once. */
  firstStaff: { username: string; password?: string | undefined }
}

/** What `npm run demo` prints at its end: where to look, and how to start what needs more than the database. */
export function closingLines({ until, seed, seconds, publicUrl, firstStaff }: Made): string[] {
  const { username, password } = firstStaff
  return [
    `A year of business until ${until.toISOString().slice(0, 10)} is in the database, made in ${seconds} s from the seed "${seed}".`,
    `npm start shows it at ${publicUrl}, the address in its mails and certificates. Staff, at /admin: ${Object.keys(team).join(', ')}. Their password, and every customer's: ${demoPassword}`,
    ...(password === undefined
      ? []
      : [`The first account of this site: ${username}, password, shown once: ${password}`]),
    'npm run demo -- --reset takes it all away.',
    'SCHEDULER_URL=https://calendly.com/your-team npm start adds the button "Ready to reverse the cost ?" to the results of the calculator; it opens that booking page.',
  ]
}
