import { Router } from 'express'

/**
 * A stand-in for VIES, the EU's register of tax ids: an id is valid unless it ends in 000. `POST /vies/away` with `{ away }` makes it
 * answer as VIES does while the register of a country is away.
 */
export function viesRoutes(): Router {
  const router = Router()
  let away = false
  let consultations = 0
  router.post('/away', (request, response) => {
    away = request.body?.away === true
    response.json({ away })
  })
  router.post('/check-vat-number', (request, response) => {
    if (away)
      return void response
        .status(500)
        .json({ actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] })
    const { countryCode, vatNumber, requesterNumber } = request.body ?? {}
    const valid = !String(vatNumber).endsWith('000')
    consultations += 1
    response.json({
      ...{ countryCode, vatNumber, valid, requestDate: new Date().toISOString() },
      requestIdentifier: valid && requesterNumber ? `WAPI${String(consultations).padStart(10, '0')}` : '',
      name: valid ? `Company ${countryCode}${vatNumber}` : '---',
      address: '---',
    })
  })
  return router
}
