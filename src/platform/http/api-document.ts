import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'

type Json = Record<string, unknown>

/**
 * The OpenAPI 3.1 document of all mounted endpoints, served at `url`, and of the webhooks that the site sends. One endpoint per turn of the event loop: all take a
 * tenth of a second.
 */
export async function apiDocument(
  title: string,
  url: string,
  endpoints: readonly Endpoint[],
  webhooks: Json = {},
): Promise<Json> {
  const paths: Record<string, Json> = {}
  for (const each of endpoints) {
    await nextTurn()
    const path = each.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][each.method.toLowerCase()] = operationOf(each)
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0.0' },
    servers: [{ url }],
    paths,
    webhooks,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: {
        customer: { type: 'apiKey', in: 'cookie', name: 'session' },
        staff: { type: 'apiKey', in: 'cookie', name: 'staff' },
      },
    },
  }
}

const errorSchema: Json = {
  type: 'object',
  required: ['success', 'error', 'code', 'message', 'requestId'],
  properties: {
    success: { const: false },
    error: { type: 'string' },
    code: { type: 'string' },
    message: { type: 'string' },
    errors: { type: 'array', items: { type: 'string' }, description: 'One sentence per problem' },
    fields: {
      type: 'array',
      description: 'The problems that belong to a field of the request',
      items: {
        type: 'object',
        required: ['path', 'message'],
        properties: {
          path: {
            type: 'string',
            description:
              'Where the field stands in the request body, such as items.0.quantity; or the name of a parameter',
          },
          message: { type: 'string', description: 'For the person at that field' },
        },
      },
    },
    requestId: { type: 'string' },
  },
}

function operationOf(endpoint: Endpoint): Json {
  const { access, limit } = endpoint
  const parameters = [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')]
  const isStream = endpoint.response === 'stream'
  const failure = (description: string) => ({
    description,
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Error' } },
      // What people open in a browser answers them with a page.
      ...(isStream ? { 'text/html': { schema: { type: 'string' } } } : {}),
    },
  })
  const body = bodyOf(endpoint)
  const guarded = access === 'customer' || typeof access === 'object'
  return {
    summary: endpoint.summary,
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[^A-Za-z0-9]+(\w?)/g, (_, c: string) => c.toUpperCase())}`,
    tags: [endpoint.path.split('/')[2] ?? 'api'],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    ...(guarded ? { security: [access === 'customer' ? { customer: [] } : { staff: [] }] } : {}),
    ...(typeof access === 'object'
      ? { 'x-roles': ['owner', ...access.staff.filter((role) => role !== 'owner')] }
      : {}),
    ...(limit ? { 'x-limit': `${limit.points} in ${limit.seconds} s per address` } : {}),
    ...(endpoint.developmentOnly ? { 'x-development-only': true } : {}),
    responses: {
      200:
        endpoint.response === 'stream'
          ? {
              description: 'A file or a page',
              content: { [mediaTypes[endpoint.path.split('.').at(-1) ?? ''] ?? '*/*']: {} },
            }
          : {
              description: 'OK',
              content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
            },
      ...(body || endpoint.params || endpoint.query ? { 400: failure('A field is missing or wrong') } : {}),
      ...(guarded ? { 401: failure('Nobody is signed in') } : {}),
      ...(typeof access === 'object' ? { 403: failure('The role does not allow it') } : {}),
      ...(endpoint.params
        ? { 404: failure('There is no such record, or none that the caller may see') }
        : {}),
      ...(endpoint.method === 'GET'
        ? {}
        : { 409: failure('The record has changed, or does not allow this') }),
      ...(body
        ? { 413: failure('The body is too large'), 415: failure('The body has another content type') }
        : {}),
      ...(limit ? { 429: failure('Too many requests from one address') } : {}),
      default: failure('Any other failure; its code says which'),
    },
  }
}

/** The media types of files by the end of their path. */
const mediaTypes: Record<string, string> = {
  csv: 'text/csv',
  json: 'application/json',
  mjs: 'text/javascript',
  png: 'image/png',
  svg: 'image/svg+xml',
}

/** The request's body in the content type that the server takes; undefined without one. */
function bodyOf({ body, bodyType = 'json' }: Endpoint): Json | undefined {
  if (bodyType === 'file')
    return {
      required: true,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    }
  if (bodyType === 'raw') return { required: true, content: { 'application/json': { schema: {} } } }
  if (!body) return undefined
  const type = bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  return {
    required: !body.safeParse(undefined).success,
    content: { [type]: { schema: schemaOf(body, 'input') } },
  }
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: shape,
  }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    cycles: 'ref',
    // What the forms of the staff screen read is no part of the API.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema instanceof z.ZodCodec)
        Object.assign(jsonSchema, schemaOf(zodSchema.def.in as z.ZodType, io))
      for (const key of ['control', 'entry', 'of', 'weights', 'choices']) delete jsonSchema[key]
    },
  })
  return json
}
