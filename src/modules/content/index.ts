/** The PDF that an editor has chosen for the whitepaper, for its download. */
export abstract class UploadedPaper {
  /** Null for the whitepaper that ships with the product. @throws AppError not-found if the chosen PDF is not in the store */
  abstract pdf(): Promise<Buffer | null>
}
