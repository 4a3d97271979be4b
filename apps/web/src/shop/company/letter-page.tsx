import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { letter } from '#modules/commerce/pricing/contract.ts'
import { ApiFailure, call } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { DownloadPdf, reportRequest } from '../../site/calculator/download-report.tsx'
import { fragmentOf, resultAt } from '../../site/calculator/permalink.ts'
import { copyText } from '../../site/calculator/share.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { Card } from '../../ui/surface.tsx'
import { useProgram } from '../api.ts'
import quote from './quote.module.css'
import { seatsProblem } from './use-buy.ts'

/** A letter that asks an employer to pay for seats, with the figures of the calculator if there are any. */
export function Page() {
  const { hash } = useLocation()
  const program = useProgram()
  const [seats, setSeats] = useState('1')
  // A sum that the browser made without the server is not adjusted: the letter would show another one.
  const [result] = useState(() =>
    [resultAt(hash)].find((found) => found?.outcome.adjusted && found.outcome.tilci > 0),
  )
  const report = (result && reportRequest(result.saved, result.outcome)) ?? null
  const asked = { productId: program.data?.id ?? '', seats: Number(seats), report: report && { ...report } }
  const letterAs = (as: 'text' | 'pdf') =>
    call<typeof letter>('POST', '/api/prices/letter', { body: { ...asked, as } })
  const { data: text, error } = useQuery({
    queryKey: ['letter', asked],
    enabled: asked.productId !== '',
    queryFn: async () => (await letterAs('text')).text(),
    placeholderData: keepPreviousData,
  })
  const failure = program.error ?? error
  const isRefused = failure instanceof ApiFailure && failure.status === 400
  const said = isRefused ? seatsProblem : 'The letter could not be made. Check your connection and try again.'
  return (
    <Frame title="Letter to your employer" width="reading">
      <div className={quote.page}>
        <h1>A letter to your employer</h1>
        <div className={quote.tools}>
          <Field
            label="Seats"
            type="number"
            value={seats}
            error={failure ? said : undefined}
            onChange={(event) => setSeats(event.target.value)}
          />
        </div>
        <p className={quote.small}>
          {report
            ? 'The letter has the figures of your calculation. '
            : 'The letter has no figures of yours yet. '}
          <Link to={`/leadership-cost-calculator${result ? fragmentOf(result.saved) : ''}`}>
            {report ? 'Change the figures' : 'Calculate what the gaps cost you'}
          </Link>
          . We keep neither the figures nor the letter.
        </p>
        {text ? (
          <>
            <Card as="article" className={quote.sheet}>
              {text.split('\n\n').map((part, index) => (
                <section key={part}>
                  {part.split('\n').map((line, at) => {
                    const Line = at > 0 ? 'p' : index > 0 ? 'h3' : 'h2'
                    return <Line key={line}>{line}</Line>
                  })}
                </section>
              ))}
            </Card>
            <div className={quote.tools}>
              <DownloadPdf load={() => letterAs('pdf')} of={['letter', 'employer-letter.pdf']} text="PDF" />
              <Button variant="secondary" onClick={() => void copyText(text).then(sayCopied)}>
                Copy text
              </Button>
              <ButtonLink to={`/organization/buy?seats=${seats}`}>Get a quote</ButtonLink>
            </div>
          </>
        ) : null}
      </div>
    </Frame>
  )
}

const sayCopied = (copied: boolean): void =>
  notify.info(copied ? 'The letter was copied.' : 'Not copied. Select the text and copy it yourself.')
