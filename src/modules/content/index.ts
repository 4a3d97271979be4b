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

/** The research sources of the content that visitors get. */
export abstract class PublishedSources {
  abstract list(): readonly PublishedSource[]
}
