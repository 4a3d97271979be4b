import { keyed } from '../../lib/keyed.ts'
import { AssetImage } from '../../ui/asset-image.tsx'

/** The first page of the whitepaper. */
export function WhitepaperCover({ className = '' }: { className?: string | undefined }) {
  return <AssetImage src="art/whitepaper-cover.svg" alt="" width={306} height={396} className={className} />
}

/** The chapters of the whitepaper. */
export function ChapterList({ chapters }: { chapters: readonly string[] }) {
  return (
    <ol>
      {keyed(chapters, (title) => title).map(([key, title]) => (
        <li key={key}>{title}</li>
      ))}
    </ol>
  )
}
