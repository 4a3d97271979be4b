import { z } from 'zod'
import { staffRoles } from '../kernel/actor.ts'
import { workAreas } from '../kernel/waiting-work.ts'
import { endpoint } from './endpoint.ts'
import { answer } from './wire.ts'

export const readToday = endpoint({
  method: 'GET',
  path: '/api/admin/today',
  summary: 'What waits for the member of staff who asks: how many, and where they are listed',
  access: { staff: staffRoles },
  response: answer({
    areas: z.array(
      z.object({
        area: z.enum(workAreas),
        items: z.array(
          z.object({
            title: z.string(),
            count: z.number().int(),
            /** Below `/admin`, with its filter. */
            address: z.string(),
          }),
        ),
      }),
    ),
  }),
})
