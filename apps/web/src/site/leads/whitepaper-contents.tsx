import { whitepaperChapters, whitepaperPages } from '#modules/leads/rules.ts'
import { AssetImage } from '../../ui/asset-image.tsx'

/** The first page of the whitepaper. */
export function WhitepaperCover({ className = '' }: { className?: string | undefined }) {
  return <AssetImage src="art/whitepaper-cover.svg" alt="" width={306} height={396} className={className} />
}

export const contentsTitle = `${whitepaperPages} pages, in seven chapters`

/** The chapters of the whitepaper. */
export function ChapterList() {
  return (
    <ol>
      {whitepaperChapters.map((title) => (
        <li key={title}>{title}</li>
      ))}
    </ol>
  )
}
