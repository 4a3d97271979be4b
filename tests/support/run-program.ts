import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clearAbandoned } from './server.ts'

const root = join(import.meta.dirname, '../..')
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const graceSeconds = 20

/**
 * Runs a program of node_modules/.bin with its workers and their children as one group of processes. A signal ends the
 * group, removes the database servers that it had, and then this process.
 */
export async function runProgram(name: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const bin = join(root, 'node_modules/.bin')
  const child = spawn(join(bin, name), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: { ...env, PATH: `${bin}:${env.PATH ?? ''}` },
  })
  const tell = (signal: NodeJS.Signals | 0): boolean => {
    try {
      return child.pid !== undefined && process.kill(-child.pid, signal)
    } catch {
      return false // no process of the group is left
    }
  }
  let interrupted = false
  const end = async (): Promise<void> => {
    if (interrupted) return
    interrupted = true
    tell('SIGTERM')
    for (const until = Date.now() + graceSeconds * 1_000; tell(0) && Date.now() < until; ) await pause(100)
    tell('SIGKILL')
    await clearAbandoned()
    process.exit(1)
  }
  for (const signal of signals) process.on(signal, end)
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', resolve)
  })
  // While a signal is answered, `end` ends this process.
  if (interrupted) await new Promise(() => undefined)
  for (const signal of signals) process.off(signal, end)
  return code ?? 1
}
