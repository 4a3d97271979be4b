import { Organizations } from '#modules/identity/index.ts'
import type { Call } from '#platform/http/call.ts'
import { type ApiRouter, bindRoutes } from '#platform/http/routes.ts'
import { sendPdf } from '#platform/http/send-pdf.ts'
import { bindAll } from '#platform/kernel/needs.ts'
import type { Bind } from '#platform/kernel/singleton.ts'
import { sees } from '#platform/kernel/waiting-work.ts'
import {
  listVendorPapers,
  offeredPapers,
  removeVendorPaper,
  saveVendorPaper,
  vendorPaperPdf,
} from './contract.ts'
import { PaperKeys, paperNotFound, VendorPapers } from './vendor-papers.ts'

/** The papers that procurement asks for. */
export function bindVendorPack(bind: Bind): void {
  bindAll(bind, VendorPapers)
  bindRoutes(bind, mountVendorPackRoutes, VendorPapers, PaperKeys, Organizations)
}

function mountVendorPackRoutes(
  api: ApiRouter,
  papers: VendorPapers,
  keys: PaperKeys,
  organizations: Organizations,
): void {
  const mayRead = async (key: string | undefined, call: Call): Promise<boolean> => {
    if (key !== undefined && (await keys.opens(key))) return true
    const reader = await call.customer()
    return reader !== null && (await organizations.managedBy(reader.userId)).length > 0
  }

  // Whoever has neither key nor organization is not told whether there are any papers.
  api.serve(offeredPapers, async ({ query }, call) => {
    if (!(await mayRead(query.quote, call))) throw paperNotFound()
    return { papers: await papers.offered() }
  })

  api.serve(vendorPaperPdf, async ({ params, query }, call) => {
    const staff = await call.staff()
    const isStaff = staff !== null && sees(staff.role, 'finance', 'viewer')
    if (!isStaff && !(await mayRead(query.quote, call))) throw paperNotFound()
    return sendPdf(call.res, { ...(await papers.pdf(params.id, isStaff)), disposition: 'inline' })
  })

  api.serve(listVendorPapers, async () => ({ papers: await papers.all() }))

  api.serve(saveVendorPaper, async ({ query, body }, { actor }) => {
    const bytes: unknown = body
    await papers.save(query, Buffer.isBuffer(bytes) ? bytes : Buffer.alloc(0), actor.username)
  })

  api.serve(removeVendorPaper, ({ params }, { actor }) => papers.remove(params.id, actor.username))
}
