import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ReportRequest } from '#modules/leadership/calculator/domain/cost-report.ts'
import type { downloadReport } from '#modules/leadership/contract.ts'
import { call } from '../../lib/call.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { inputsFrom, sourcesByInput } from './cost-form.ts'
import type { CalculatorResult, SavedResult } from './saved-result.ts'

/** The data of a report; undefined if the form is incomplete, which is possible with a saved calculation. */
export function reportRequest(saved: SavedResult, { adjusted }: CalculatorResult): ReportRequest | undefined {
  const inputs = inputsFrom(saved.formData)
  return inputs && { inputs, sources: sourcesByInput(saved.selectedFactors), adjusted }
}

/** The button that downloads the report, which the server makes from the figures. */
export function DownloadReport({ request, text }: { request: ReportRequest; text: string }) {
  const load = () => call<typeof downloadReport>('POST', '/api/leadership/report', { body: request })
  return <DownloadPdf load={load} of={['report', 'leadership-cost.pdf']} text={text} />
}

type DownloadProps = { load: () => Promise<Response>; of: [name: string, file: string]; text: string }

/** A button that downloads a PDF, which the server makes at that moment. */
export function DownloadPdf({ load, of: [name, file], text }: DownloadProps) {
  const [busy, setBusy] = useState(false)
  const toastId = `${name}-failed`

  async function download(): Promise<void> {
    setBusy(true)
    try {
      saveBlob(await (await load()).blob(), file)
      notify.dismiss(toastId)
    } catch (failure) {
      const reason = saidByServer(failure) ?? 'Please check your connection and try again.'
      notify.error(`The ${name} was not downloaded. ${reason}`, { toastId })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      variant="secondary"
      icon={<Download aria-hidden="true" />}
      busy={busy}
      busyText="Preparing..."
      onClick={() => void download()}
    >
      {text}
    </Button>
  )
}
