import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Runs a file of bin/ as if Node had this version. */
function runAs(version: string, file: string) {
  const versions = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const preload = `data:text/javascript,${encodeURIComponent(versions)}`
  const args = ['--import', preload, join(root, 'bin', file)]
  // A wrong PORT ends a start that gets past the check.
  return spawnSync(process.execPath, args, { env: { PORT: 'none' }, encoding: 'utf8' })
}

describe('the version of Node', () => {
  it.each(['18.20.0', '20.9.0', '20.20.0', '22.17.1'])(
    'given Node %s, then the start says so in one line',
    (version) => {
      const { status, stderr } = runAs(version, 'start.mjs')
      expect(status).toBe(1)
      expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(`Node ${version} is too old`)])
    },
  )

  it('given a Node that lacks a module of ours, then the check still runs: nothing is imported before it', () => {
    const [beforeCheck = ''] = readFileSync(join(root, 'bin/start.mjs'), 'utf8').split('process.exit(1)')
    expect(beforeCheck).toContain('too old')
    expect(beforeCheck).not.toMatch(/\bimport\b(?! )|^import /m)
  })

  it('given Node 24, then the start goes on to the configuration', () => {
    expect(runAs('24.1.0', 'start.mjs').stderr).toContain('PORT')
  })

  it.each(['18.20.0', '20.18.9', '21.7.0', '22.11.0'])('given Node %s, then npm gets one line', (version) => {
    const { status, stderr } = runAs(version, 'check-node.cjs')
    expect(status).toBe(1)
    expect(stderr.trim().split('\n')).toEqual([expect.stringContaining(`Node ${version} cannot install`)])
  })

  it.each(['20.19.0', '22.12.0', '23.1.0', '24.21.0'])('given Node %s, then npm installs', (version) => {
    expect(runAs(version, 'check-node.cjs').status).toBe(0)
  })

  it('given an image, then what npm runs first is copied before npm runs', () => {
    const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
    expect(dockerfile.indexOf('COPY bin ./bin')).toBeGreaterThan(0)
    expect(dockerfile.indexOf('COPY bin ./bin')).toBeLessThan(dockerfile.indexOf('RUN npm ci'))
  })
})
