/** The whitepaper that the content of this deployment offers, for its download. */
export abstract class UploadedPaper {
  /** `pdf` is null for the file that ships with the product: no other is chosen, or the chosen one is not in the store. */
  abstract current(): Promise<{ title: string; pdf: Buffer | null }>
}

/** A publication that the cost calculator cites, with its values by factor. */
interface PublishedSource {
  id: string
  name: string
  publisher: string
  year: number
  url: string
  /** Percent. */
  confidence?: number | undefined
  freshnessDays?: number | undefined
  values: Record<string, { value: number; derivation: string } | undefined>
}

/** A week of the program as the content has it. */
export interface PublishedWeek {
  theme: string
  lab: string
  assignment: string
  /** What counts as done; '' if the content does not say. */
  done: string
  material: { title: string; url: string }[]
}

/** The program week by week, in the content that this deployment serves. */
export abstract class PublishedSyllabus {
  /** The weeks from the first, and the final account, which has an assignment and no lab. */
  abstract current(): { weeks: readonly PublishedWeek[]; finalAccount: PublishedWeek }
}

/** The research sources of the content that visitors get. */
export abstract class PublishedSources {
  abstract list(): readonly PublishedSource[]
}
