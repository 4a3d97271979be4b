import type { z } from 'zod'
import {
  type OperationCategory,
  type OperationStats,
  operationCategories,
} from '#platform/telemetry/telemetry.ts'
import type { performanceStats } from './contract.ts'

type Stats = z.input<typeof performanceStats.response>

const perCategory = <T>(value: (category: OperationCategory) => T): Record<OperationCategory, T> =>
  Object.fromEntries(operationCategories.map((category) => [category, value(category)])) as Record<
    OperationCategory,
    T
  >

const named = (operation: OperationStats | undefined) =>
  operation === undefined ? null : { name: operation.name, averageTime: operation.average }

/** The figures of the Performance tab, computed from the recorded operations. */
export function summarise(
  operations: readonly OperationStats[],
): Pick<Stats, 'summary' | 'categorizedStats'> {
  const bySpeed = [...operations].sort((a, b) => a.average - b.average)
  const of = (category: OperationCategory) => operations.filter((each) => each.category === category)
  return {
    summary: {
      totalOperations: operations.reduce((total, { count }) => total + count, 0),
      uniqueOperationTypes: operations.length,
      slowestOperation: named(bySpeed.at(-1)),
      fastestOperation: named(bySpeed[0]),
      categories: perCategory((category) => of(category).reduce((total, { count }) => total + count, 0)),
    },
    categorizedStats: perCategory((category) =>
      Object.fromEntries(of(category).map(({ name, category: _, ...timing }) => [name, timing])),
    ),
  }
}
