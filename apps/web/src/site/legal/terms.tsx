import { Link } from 'react-router-dom'
import { terms } from '#modules/content/base-template/terms.ts'
import { LegalPage } from './legal-page.tsx'

export function Page() {
  const link = (
    <p>
      <Link to="/withdraw?refund">Ask for a refund</Link>
    </p>
  )
  return <LegalPage builtIn={terms} addition={{ clause: 'refunds', content: link }} />
}
