/** How many faults of one kind are kept in words; the rest is counted. */
const mostKept = 1_000

/** Faults of one kind that a check found. */
export interface FoundFaults {
  /** One sentence each, at most a thousand. */
  faults: string[]
  /** All there are. */
  count: number
  /** How many things were looked at. */
  checked: number
}

export class Faults implements FoundFaults {
  readonly faults: string[] = []
  count = 0
  checked = 0

  add(fault: string): void {
    this.count += 1
    if (this.faults.length < mostKept) this.faults.push(fault)
  }
}
