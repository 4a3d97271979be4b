/** `node scripts/profile-table.ts file.cpuprofile…`: the processor time of a profile by package, and by folder of our own sources, in ms and percent. */
import { readFileSync } from 'node:fs'

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  samples: number[]
  timeDeltas: number[]
}

const totals = new Map<string, number>()
for (const file of process.argv.slice(2)) {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as Profile
  const places = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]))
  for (const [index, id] of samples.entries()) {
    const place = places.get(id) ?? 'unknown'
    totals.set(place, (totals.get(place) ?? 0) + (timeDeltas[index] ?? 0) / 1000)
  }
}
totals.delete('(idle)')
const all = [...totals.values()].reduce((sum, ms) => sum + ms, 0)
for (const [place, ms] of [...totals].sort(([, a], [, b]) => b - a).filter(([, ms]) => ms / all > 0.003))
  console.log(`${ms.toFixed(0).padStart(8)} ms ${((ms / all) * 100).toFixed(1).padStart(5)} %  ${place}`)

function placeOf({ functionName, url }: { functionName: string; url: string }): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'the engine'
  const own = /\/(src\/(?:modules|platform)\/[^/]+(?:\/[^/.]+)?|src\/[^/]+|apps\/[^/]+)\//.exec(url)
  const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)
  return name?.[1] ?? own?.[1] ?? (url.startsWith('node:') ? 'node' : url)
}
