import { z } from 'zod'
import { Attribution } from '#platform/contract/attribution.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer } from '#platform/contract/wire.ts'
import {
  checkCompany,
  checkEmail,
  checkName,
  checkPhone,
  leadTypes,
  messageMax,
  storedName,
  storedPhone,
} from './rules.ts'

/** A text for which `check` returns null; any other result is the error message. `fold` is its stored form. */
const checked = (
  check: (text: string) => string | null,
  max: number,
  fold: (typed: string) => string = (typed) => typed,
) =>
  z
    .string()
    .max(max)
    .overwrite(fold)
    .superRefine((text, context) => {
      const problem = check(text)
      if (problem !== null) context.addIssue({ code: 'custom', message: problem })
    })

export const LeadBody = z.object({
  name: checked(checkName, 200, storedName),
  phone_number: checked(checkPhone, 40, storedPhone),
  email: checked(checkEmail, 254),
  company_name: checked(checkCompany, 200, storedName),
  additional_message: z
    .string()
    .max(messageMax, `Message must be at most ${messageMax} characters`)
    .default(''),
  lead_type: z.enum(leadTypes),
  turnstileToken: z.string().max(4096).optional(),
  /** A hidden field (honeypot): people leave it empty. */
  website: z.string().max(500).optional(),
  /** Milliseconds between the first key and the submit. */
  fill_ms: z.number().min(0).max(1e9).optional(),
  /** The inputs of a cost report that the sender wants by mail; the calculator checks them. */
  report: z.record(z.string().max(40), z.unknown()).optional(),
  attribution: Attribution.optional(),
})

export const submitLead = endpoint({
  method: 'POST',
  path: '/api/leads',
  summary: 'Stores a lead of a visitor',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  bodyLimit: 20_000,
  body: LeadBody,
  response: answer({ message: z.string(), downloadUrl: z.string().optional() }),
})

/** The lead form of a browser without JavaScript: the body has the form's field names, the answer is a page. */
export const submitLeadForm = endpoint({
  method: 'POST',
  path: '/api/leads/form',
  summary: 'The lead form, sent by a browser without JavaScript; answers with a page',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  bodyLimit: 20_000,
  bodyType: 'form',
  body: z.record(z.string().max(40), z.string()),
  response: 'stream',
})

export const downloadWhitepaper = endpoint({
  method: 'GET',
  path: '/api/leads/whitepaper',
  summary: 'The whitepaper, by signed link',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  query: z.record(z.string(), z.string()),
  response: 'stream',
})
