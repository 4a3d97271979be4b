import { newWork, runWork } from './current-work.ts'
import { RingTelemetry } from './ring-telemetry.ts'

const runs = 2_000

/**
 * Seconds that recording one statement takes in this process now. Measured with a recorder and a request of its own, so
 * that the shown figures are not changed. Reading the clock before and after is included.
 */
export function recordingCost(): number {
  const telemetry = new RingTelemetry()
  return runWork(newWork('recording-cost'), () => {
    const began = performance.now()
    for (let run = 0; run < runs; run += 1) {
      const started = performance.now()
      telemetry.statement('select recording_cost', (performance.now() - started) / 1_000, 'select 1')
    }
    return (performance.now() - began) / 1_000 / runs
  })
}
