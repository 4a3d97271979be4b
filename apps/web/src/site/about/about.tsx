import { AboutPage } from './about-page.tsx'

export function Page() {
  return <AboutPage />
}
