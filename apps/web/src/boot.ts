/**
 * The only script of a document. Where the page is already painted and can be read, the rest waits until the visitor
 * first touches something, or until the browser is idle where it has work without a touch; elsewhere it starts at once.
 */
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { watchInput } from './lib/early-input.ts'
import { reloadIfGone } from './lib/gone-scripts.ts'
import { stopWatchingClicks, watchClicks } from './lib/missed-click.ts'
import { reportPageLoad } from './lib/page-load.ts'
import { placeFaces, placeSheets } from './lib/painted-sheets.ts'
import { mayLoadOthers, startLater, whenActive } from './lib/start-later.ts'
import { noteArrival } from './site/leads/attribution.ts'
import faces from './ui/faces.css?url'

watchInput()
watchClicks()

const start = (): void => {
  placeSheets()
  void import('./main.tsx').catch(() => {
    stopWatchingClicks()
    void reloadIfGone()
  })
}

/** Somebody who comes from another page of the site has the faces. */
const fromHere = (address: string): boolean => address.startsWith(`${window.location.origin}/`)

const { route, start: wanted, asks } = document.getElementById('root')?.dataset ?? {}
if (route) reportPageLoad(route)
whenActive(() => {
  placeFaces(faces, wanted !== undefined && !fromHere(document.referrer))
  noteArrival()
  if (!wanted) return start()
  startLater(wanted === 'idle' || mayLoadOthers(asks), start)
})
