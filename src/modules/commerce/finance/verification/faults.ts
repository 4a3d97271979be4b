/** How many sentences are kept for each kind of fault; further faults are only counted. */
const mostKept = 1_000

/** Faults of one kind that a check found. */
export interface FoundFaults {
  /** One sentence each, at most a thousand. */
  faults: string[]
  /** The number of all faults. */
  count: number
  /** How many items were checked. */
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
