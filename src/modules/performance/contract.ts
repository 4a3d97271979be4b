import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer, Done, Moment } from '#platform/contract/wire.ts'

const Category = z.enum(['api', 'database', 'external', 'other'])

/** Seconds, over the last 100 samples; `count` is of the whole life of the process. */
export const Timing = z.object({
  count: z.number().int(),
  average: z.number(),
  min: z.number(),
  max: z.number(),
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
})

const Named = z.object({ name: z.string(), averageTime: z.number() })

export const performanceStats = endpoint({
  method: 'GET',
  path: '/api/performance/stats',
  summary: 'Timings of every operation of this process',
  access: { staff: ['editor', 'finance', 'viewer'] },
  response: answer({
    summary: z.object({
      totalOperations: z.number().int(),
      uniqueOperationTypes: z.number().int(),
      slowestOperation: Named.nullable(),
      fastestOperation: Named.nullable(),
      categories: z.record(Category, z.number().int()),
    }),
    categorizedStats: z.record(Category, z.record(z.string(), Timing)),
    environment: z.string(),
    accessedBy: z.object({ username: z.string(), role: z.string() }),
    timestamp: Moment,
    metadata: z.object({ maxSamples: z.number().int(), note: z.string() }),
  }),
})

export const slowStatements = endpoint({
  method: 'GET',
  path: '/api/performance/statements',
  summary: 'Statements of the last day that took 50 ms or more, by the route that ran them, of all processes',
  access: { staff: ['editor', 'finance', 'viewer'] },
  response: answer({
    statements: z.array(
      z.object({
        /** The statement's text, without values. */
        statement: z.string(),
        route: z.string(),
        count: z.number().int(),
        /** Seconds. */
        average: z.number(),
        max: z.number(),
        requestId: z.string().nullable(),
        lastSeen: Moment,
      }),
    ),
  }),
})

export const listProblems = endpoint({
  method: 'GET',
  path: '/api/performance/problems',
  summary: 'Errors, slow and repeated statements of the last 30 days, grouped by kind, route and cause',
  access: { staff: ['editor', 'finance', 'viewer'] },
  response: answer({
    problems: z.array(
      z.object({
        kind: z.enum(['error', 'slow', 'repeated']),
        route: z.string(),
        /** The error with its place in the code, or the statement; without values. */
        what: z.string(),
        count: z.number().int(),
        /** Seconds of the slowest run, or runs within one request; 1 for errors. */
        most: z.number(),
        requestId: z.string().nullable(),
        firstSeen: Moment,
        lastSeen: Moment,
        firstRelease: z.string(),
        lastRelease: z.string(),
      }),
    ),
  }),
})

export const performanceHistory = endpoint({
  method: 'GET',
  path: '/api/performance/history',
  summary: 'Times per category and the load of the processes over the last hour, day or month',
  access: { staff: ['editor', 'finance', 'viewer'] },
  query: z.object({ span: z.enum(['hour', 'day', 'month']).default('hour') }),
  response: answer({
    /** Seconds of one point. */
    step: z.number().int(),
    /** The releases that were first seen within the span. */
    releases: z.array(z.object({ name: z.string(), at: Moment })),
    categories: z.array(
      z.object({
        at: Moment,
        category: Category,
        count: z.number().int(),
        /** Seconds; the percentiles within a factor of √2. */
        average: z.number(),
        p50: z.number(),
        p95: z.number(),
        p99: z.number(),
        max: z.number(),
      }),
    ),
    processes: z.array(
      z.object({
        at: Moment,
        processes: z.number().int(),
        /** Cores in use, and bytes, of all processes together. */
        cpu: z.number(),
        rss: z.number(),
        /** Milliseconds, of the worst process. */
        eventLoopP99: z.number(),
        eventLoopMax: z.number(),
      }),
    ),
  }),
})

export const tracedRequests = endpoint({
  method: 'GET',
  path: '/api/performance/requests/:id',
  summary: 'What ran under a request id, with its statements: kept when it wrote events, failed or was slow',
  access: { staff: ['editor', 'finance', 'viewer'] },
  params: z.object({ id: z.string().regex(/^[\w-]{1,100}$/) }),
  response: answer({
    requests: z.array(
      z.object({
        requestId: z.string(),
        route: z.string(),
        status: z.number().int().nullable(),
        startedAt: Moment,
        /** Seconds. */
        seconds: z.number(),
        databaseSeconds: z.number(),
        statementCount: z.number().int(),
        statements: z.array(z.object({ text: z.string(), seconds: z.number().nullable() })),
      }),
    ),
  }),
})

/** The routes of the client, the same as in the client's list; a test compares the two. */
export const pageRoutes = [
  '/',
  '/aboutus',
  '/certification',
  '/certification/letter',
  '/certification/program-details',
  '/certification/wait-list',
  '/certification/enrollment/:orderId',
  '/leadership-cost-calculator',
  '/leadership-cost-results',
  '/signup',
  '/login',
  '/forgot-password',
  '/reset-password',
  '/payment',
  '/checkout/success',
  '/checkout/cancel',
  '/organization/buy',
  '/organization/orders/:orderId',
  '/quotes/:token',
  '/withdraw',
  '/profile',
  '/program',
  '/organization',
  '/seat',
  '/terms',
  '/privacy',
  '/admin',
  '/admin/preview',
] as const

const milliseconds = z.number().min(0).max(600_000)

export const reportPageLoad = endpoint({
  method: 'POST',
  path: '/api/performance/load',
  summary: 'One page load as a browser measured it',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  bodyLimit: 4096,
  body: z.object({
    /** A route of the site, without query. */
    route: z.enum(pageRoutes, { error: 'must be a route of the site' }),
    /** Milliseconds since navigation start. */
    firstContentfulPaint: milliseconds.optional(),
    largestContentfulPaint: milliseconds.optional(),
    domContentLoaded: milliseconds.optional(),
    load: milliseconds.optional(),
    cumulativeLayoutShift: z.number().min(0).max(100).optional(),
  }),
  response: Done,
})

export const processLoad = endpoint({
  method: 'GET',
  path: '/api/performance/load',
  summary: 'This process now: memory, CPU, event-loop delay, requests in flight',
  access: { staff: ['editor', 'finance', 'viewer'] },
  response: answer({
    /** Bytes. */
    memory: z.object({ rss: z.number(), heapUsed: z.number(), heapTotal: z.number(), external: z.number() }),
    /** Share of one core since the last call; 1 is a whole core. */
    cpu: z.object({ user: z.number(), system: z.number() }),
    /** Milliseconds. */
    eventLoopDelay: z.object({ mean: z.number(), p99: z.number(), max: z.number() }),
    inFlight: z.number().int(),
    /** Seconds. */
    uptime: z.number(),
    /** Seconds that recording one statement takes. */
    recordingCost: z.number(),
    pageLoads: z.array(
      z.object({
        route: z.string(),
        count: z.number().int(),
        lcpP75: z.number().nullable(),
        loadP75: z.number().nullable(),
      }),
    ),
  }),
})
