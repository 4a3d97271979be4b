import { badge } from './badge.ts'
import { certificateGround } from './certificate-ground.ts'
import { bookCover, certificate } from './covers.ts'
import { liveLab } from './live-lab.ts'
import { paperCover } from './paper-cover.ts'
import { portraitOne, portraitThree, portraitTwo } from './portraits.ts'
import { aboutHero, strataBand } from './scenes.ts'
import type { Sheet } from './sheet.ts'
import { slideKeel, slideRoots } from './slides.ts'
import { slideBridge, slideCompass } from './slides-more.ts'
import { timelineCommand, timelineCracks, timelineSection } from './timeline.ts'
import { path, timelineBegin, timelineBlueprint } from './timeline-more.ts'

/** Every picture by its name; the names are what content refers to as `art/<name>.svg`. */
export const pictures: Record<string, () => Sheet> = {
  'slide-keel': () => slideKeel().drawnOnce(),
  'slide-roots': slideRoots,
  'slide-bridge': () => slideBridge().drawnOnce(),
  'slide-compass': slideCompass,
  'timeline-command': () => timelineCommand().drawnOnce(),
  'timeline-cracks': () => timelineCracks().drawnOnce(),
  'timeline-section': () => timelineSection().drawnOnce(),
  'timeline-blueprint': () => timelineBlueprint().drawnOnce(),
  'timeline-begin': () => timelineBegin().drawnOnce(),
  'path-1': () => path(false),
  'path-2': () => path(true),
  'book-cover': bookCover,
  certificate,
  badge,
  'certificate-ground': certificateGround,
  'portrait-1': portraitOne,
  'portrait-2': portraitTwo,
  'portrait-3': portraitThree,
  'about-hero': aboutHero,
  strata: strataBand,
  'live-lab': liveLab,
  'whitepaper-cover': paperCover,
}
