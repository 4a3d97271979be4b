import { strata } from './ground.ts'
import { letters } from './lettering.ts'
import { Sheet } from './sheet.ts'

/** The cover of the whitepaper, as on its first page. */
export function paperCover(): Sheet {
  const sheet = new Sheet(306, 396, 'night')
  const edge = 'M0 0H306V396H0Z'
  sheet.fill('d', edge)
  sheet.within(edge, (inside) => strata(inside, 0, 306, 190, 420, 1, 7))
  sheet.raw(
    `<path fill="#f4efe7" d="${letters('The Hidden ROI', [30, 82], { size: 31 })}${letters('What inauthentic leadership costs,', [30, 146], { size: 10.5 })}${letters('and what to practice instead', [30, 160], { size: 10.5 })}"/>`,
  )
  sheet.raw(`<path fill="#cc7f42" d="${letters('of Real Leadership', [30, 114], { size: 31 })}"/>`)
  return sheet
}
