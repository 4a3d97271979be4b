import type { LabClock } from './lab-clock.ts'

/** The kinds of scheduled tasks. */
export type TaskKind =
  | 'settle'
  | 'dispute'
  | 'settle-refund'
  | 'fail-refund'
  | 'expire-session'
  | 'end-deposits'

export interface Task {
  kind: TaskKind
  objectId: string
  /** Milliseconds since 1970, lab time. */
  at: number
}

/** The scheduled tasks of objects. */
export class Timetable {
  tasks: Task[] = []
  readonly #clock: LabClock

  constructor(clock: LabClock) {
    this.#clock = clock
  }

  plan(kind: TaskKind, objectId: string, delayMs: number): void {
    this.tasks.push({ kind, objectId, at: this.#clock.millis() + delayMs })
  }

  /** Removes a task of an object; returns whether there was one. */
  drop(kind: TaskKind, objectId: string): boolean {
    const before = this.tasks.length
    this.tasks = this.tasks.filter((task) => task.kind !== kind || task.objectId !== objectId)
    return this.tasks.length < before
  }

  /** Removes and returns the due tasks, earliest first. */
  takeDue(): Task[] {
    const now = this.#clock.millis()
    const due = this.tasks.filter((task) => task.at <= now).sort((left, right) => left.at - right.at)
    if (due.length > 0) this.tasks = this.tasks.filter((task) => task.at > now)
    return due
  }

  /** The time of the next task, in milliseconds since 1970. */
  nextAt(): number | undefined {
    let next: number | undefined
    for (const task of this.tasks) if (next === undefined || task.at < next) next = task.at
    return next
  }
}
