import { fileURLToPath } from 'node:url'
import { static as files, Router } from 'express'
import { fileOf } from '#platform/kernel/project-files.ts'
import { testMethods } from './test-methods.ts'

const folder = fileURLToPath(fileOf('apps/payment-lab/browser/'))

/** Serves the replacement of Stripe.js with its modules, the style sheet of the pages and the list of test cards. */
export function browserRoutes(): Router {
  const router = Router()
  router.get('/test-methods.json', (_request, response) => {
    response.json(
      testMethods
        .filter((method) => method.number !== '')
        .map(({ type, number, meaning, name }) => ({ type, number, meaning, name })),
    )
  })
  router.use(files(folder, { index: false, cacheControl: false }))
  return router
}
