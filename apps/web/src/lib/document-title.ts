import { useEffect } from 'react'
import { useConfig } from './config.ts'

/** "{product} - Home": the brand and the word of the page. */
export function titleOf(brand: string, page: string): string {
  return `${brand} - ${page}`
}

/** Sets the title of the document while the page is shown. */
export function useDocumentTitle(page: string): void {
  const { brandName } = useConfig()
  useEffect(() => {
    document.title = titleOf(brandName, page)
  }, [brandName, page])
}
