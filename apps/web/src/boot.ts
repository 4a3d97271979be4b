/**
 * The only script that a document links to. On a rendered page the rest of the client loads at the visitor's first
 * interaction, or when the browser is idle if the page has work to do by itself. On other pages it loads at once.
 */
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/base.css'
import { watchInput } from './first-load/early-input.ts'
import { reloadIfGone } from './first-load/gone-scripts.ts'
import { stopWatchingClicks, watchClicks } from './first-load/missed-click.ts'
import { reportPageLoad } from './first-load/page-load.ts'
import { placeFaces, placeSheets } from './first-load/painted-sheets.ts'
import { mayLoadOthers, startLater, whenActive } from './first-load/start-later.ts'
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

/** A visitor who comes from another page of the site has the font faces in the browser's cache. */
const isOwnAddress = (address: string): boolean => address.startsWith(`${window.location.origin}/`)

const { route, start: startMode, asks } = document.getElementById('root')?.dataset ?? {}
if (route) reportPageLoad(route)
whenActive(() => {
  placeFaces(faces, startMode !== undefined && !isOwnAddress(document.referrer))
  noteArrival()
  if (!startMode) return start()
  startLater(startMode === 'idle' || mayLoadOthers(asks), start)
})
