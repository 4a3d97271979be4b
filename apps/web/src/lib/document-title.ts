import { useEffect } from 'react'
import { useConfig } from './config.ts'

/** "{product} - Home": the brand and the page's title. */
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
