import type { Chapter } from '../blocks.ts'
import { blueprint } from './blueprint.ts'
import { cost } from './cost.ts'
import { measure } from './measure.ts'
import { plan } from './plan.ts'
import { research } from './research.ts'
import { summary } from './summary.ts'
import { workedExample } from './worked-example.ts'

/** The chapters in reading order. */
export function chapters(brand: string): Chapter[] {
  return [summary(), cost(), research(), blueprint(brand), workedExample(), plan(), measure()]
}
