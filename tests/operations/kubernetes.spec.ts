import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { parseConfig } from '#platform/config/parse-config.ts'
import { variables } from '#platform/config/variables.ts'
import manifest from '../../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')
const labels = z.record(z.string(), z.string())
const metadata = z.strictObject({ name: z.string().regex(/^[a-z0-9-]{1,63}$/), labels })
const seconds = z.number().int().positive()
const Probe = z.strictObject({
  httpGet: z.strictObject({ path: z.enum(['/healthz', '/readyz']), port: z.literal('http') }),
  periodSeconds: seconds,
  timeoutSeconds: seconds.optional(),
  failureThreshold: seconds,
})
const Container = z.strictObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.number() })).optional(),
  envFrom: z.array(
    z.union([
      z.strictObject({ configMapRef: z.strictObject({ name: z.string() }) }),
      z.strictObject({ secretRef: z.strictObject({ name: z.string() }) }),
    ]),
  ),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  resources: z.strictObject({
    requests: z.strictObject({ cpu: z.string(), memory: z.string() }),
    limits: z.strictObject({ memory: z.string() }),
  }),
  startupProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })),
})
const Pod = z.strictObject({
  terminationGracePeriodSeconds: seconds.optional(),
  restartPolicy: z.literal('Never').optional(),
  automountServiceAccountToken: z.literal(false),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.number(),
    fsGroup: z.number(),
    seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
  }),
  topologySpreadConstraints: z
    .array(z.looseObject({ labelSelector: z.strictObject({ matchLabels: labels }) }))
    .optional(),
  containers: z.array(Container).length(1),
  volumes: z.array(z.strictObject({ name: z.string(), emptyDir: z.strictObject({}) })),
})
const template = z.strictObject({ metadata: z.strictObject({ labels }), spec: Pod })
const about = <V extends string, K extends string>(apiVersion: V, kind: K) => ({
  apiVersion: z.literal(apiVersion),
  kind: z.literal(kind),
  metadata,
})
/** The fields that the manifests use, by the API's own names: a field that is misspelt is refused. */
const Manifest = z.discriminatedUnion('kind', [
  z.strictObject({ ...about('v1', 'ConfigMap'), data: labels }),
  z.strictObject({
    ...about('apps/v1', 'Deployment'),
    spec: z.strictObject({
      replicas: seconds,
      strategy: z.strictObject({
        type: z.literal('RollingUpdate'),
        rollingUpdate: z.strictObject({ maxSurge: z.number(), maxUnavailable: z.literal(0) }),
      }),
      selector: z.strictObject({ matchLabels: labels }),
      template,
    }),
  }),
  z.strictObject({ ...about('batch/v1', 'Job'), spec: z.strictObject({ backoffLimit: seconds, template }) }),
  z.strictObject({
    ...about('v1', 'Service'),
    spec: z.strictObject({
      selector: labels,
      ports: z.array(z.strictObject({ name: z.string(), port: z.number(), targetPort: z.string() })),
    }),
  }),
  z.strictObject({
    ...about('policy/v1', 'PodDisruptionBudget'),
    spec: z.strictObject({ minAvailable: seconds, selector: z.strictObject({ matchLabels: labels }) }),
  }),
  z.strictObject({
    apiVersion: z.literal('networking.k8s.io/v1'),
    kind: z.literal('Ingress'),
    metadata: metadata.extend({ annotations: labels }),
    spec: z.looseObject({ rules: z.array(z.unknown()) }),
  }),
])
type Manifest = z.output<typeof Manifest>

const read = (path: string): Manifest[] =>
  parseAllDocuments(readFileSync(join(root, path), 'utf8')).map((document) => {
    expect(document.errors).toEqual([])
    return Manifest.parse(document.toJS())
  })
/** The commands of the first installation, in their order: a file that is applied, or the secret that is made by hand. */
const steps = [
  ...readFileSync(join(root, 'docs/operations.md'), 'utf8').matchAll(
    /kubectl (?:apply -f (docs\/kubernetes\/\S+\.yml)|create secret generic (\S+))/g,
  ),
].map(([, file, secret]) => ({ secret, applied: file === undefined ? [] : read(file) }))
const manifests = steps.flatMap(({ applied }) => applied)
const one = <K extends Manifest['kind']>(kind: K) =>
  manifests.find((each): each is Extract<Manifest, { kind: K }> => each.kind === kind)!

describe('docs/kubernetes', () => {
  const settings = one('ConfigMap').data
  const deployment = one('Deployment').spec
  const pod = deployment.template.spec
  const [site] = pod.containers
  const job = one('Job').spec.template.spec

  it('given the settings, then each is a variable of the product with a value that it takes', () => {
    for (const name of Object.keys(settings)) expect(Object.keys(variables.shape)).toContain(name)
    const secrets = {
      DATABASE_URL: 'postgres://veralead_app:x@db/veralead?sslmode=verify-full',
      STRIPE_SECRET_KEY: 'sk_live_x1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_x1',
      STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
      SESSION_SECRET: 'kT7vQ2mX9pL4wR8sB3nD6fH1jC5gZ0yA-and-more-letters',
      ADMIN_PASSWORD: 'A-long-password-of-the-owner-1',
      SMTP_URL: 'smtps://u:p@mail.example.com',
      TURNSTILE_SITE_KEY: 'site',
      TURNSTILE_SECRET_KEY: 'secret',
      METRICS_TOKEN: 'a-token-of-more-than-sixteen',
      SUPPORT_EMAIL: 'help@example.com',
    }
    const config = parseConfig({ ...settings, ...secrets })
    expect(config).toMatchObject({ env: 'production', port: 3_000, trustProxyHops: 1 })
    const stops = config.shutdownDelay + 15
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(stops)
    expect(site!.ports).toEqual([{ name: 'http', containerPort: config.port }])
    expect(site!.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([config.dataDir.path, '/tmp'])
  })

  it('given the probes, then a database that is away takes pods out and restarts none', () => {
    expect(site!.readinessProbe!.httpGet.path).toBe('/readyz')
    expect(site!.livenessProbe!.httpGet.path).toBe('/healthz')
    expect(site!.startupProbe!.httpGet.path).toBe('/healthz')
    // Not ready before the port is closed.
    const { periodSeconds, failureThreshold } = site!.readinessProbe!
    expect(periodSeconds * failureThreshold).toBeLessThanOrEqual(Number(settings.SHUTDOWN_DELAY))
  })

  it('given the commands of the first installation, then what a step names was made by an earlier one', () => {
    const made = new Set<string>()
    for (const { secret, applied } of steps) {
      if (secret !== undefined) made.add(`secretRef ${secret}`)
      for (const each of applied) {
        if (each.kind === 'ConfigMap') made.add(`configMapRef ${each.metadata.name}`)
        if (each.kind !== 'Deployment' && each.kind !== 'Job') continue
        for (const from of each.spec.template.spec.containers[0]!.envFrom)
          for (const [kind, { name }] of Object.entries(from)) expect(made).toContain(`${kind} ${name}`)
      }
    }
    expect(manifests.map(({ kind }) => kind)).toEqual([
      ...['ConfigMap', 'Job', 'Deployment', 'Service', 'PodDisruptionBudget', 'Ingress'],
    ])
  })

  it('given uploads of 10 MB, then the Ingress and the proxy of the document let them through', () => {
    expect(one('Ingress').metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size']).toBe('10m')
    expect(readFileSync(join(root, 'docs/operations.md'), 'utf8')).toContain('client_max_body_size 10m;')
  })

  it('given the parts, then they name each other, and both run as the user of the image', () => {
    const podLabels = deployment.template.metadata.labels
    for (const selector of [
      deployment.selector.matchLabels,
      one('Service').spec.selector,
      one('PodDisruptionBudget').spec.selector.matchLabels,
      pod.topologySpreadConstraints![0]!.labelSelector.matchLabels,
    ])
      expect(podLabels).toEqual(selector)
    expect(one('Job').spec.template.metadata.labels).not.toEqual(podLabels)
    const user = /useradd .*--uid (\d+)/.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))?.[1]
    for (const { spec } of [deployment.template, one('Job').spec.template]) {
      expect(String(spec.securityContext.runAsUser)).toBe(user)
      const volumes = spec.volumes.map(({ name }) => name)
      for (const { name } of spec.containers[0]!.volumeMounts) expect(volumes).toContain(name)
    }
    // The same flags as the command of package.json.
    const command = job.containers[0]!.command!
    expect(`exec ${command.join(' ')}`).toBe(manifest.scripts.migrate)
    expect(existsSync(join(root, command.at(-1)!))).toBe(true)
    expect(job.containers[0]!.image).toBe(site!.image)
    expect(JSON.stringify(site!.envFrom)).not.toContain('owner')
  })
})
