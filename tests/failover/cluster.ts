import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'

/** Two PostgreSQL servers under Patroni with synchronous replication, their etcd, and the proxy that follows the writer. */
export interface Cluster {
  /** A superuser's address that leads to the writer, whichever server that is. */
  superUrl: string
  /** The address of the writer's proxy, for the application. */
  port: number
  /** The name of the server that writes now; null while there is none. */
  writer(): Promise<string | null>
  /** Waits until one server writes and the other is its synchronous standby. */
  whole(): Promise<void>
  /** Ends a server and its Patroni at once, as a machine that loses its power. */
  lose(name: string): void
  /** Stops every process of a server, as a machine that hangs, and ends them when its watchdog would reset that machine. */
  hang(name: string): void
  /** Starts a lost server again: Patroni rewinds it and follows the writer. */
  start(name: string): void
  /** Asks the writer to give way to the standby. */
  switchOver(): Promise<void>
  stop(): Promise<void>
}

const names = ['north', 'south'] as const
const password = 'veralead-test'
const wholeSeconds = 120
/** Patroni's `ttl` without the margin of its watchdog, which resets a machine that hangs before another one may write. */
const watchdogMs = 15_000

/** The servers that Debian's packages bring; the newest one. */
export function installedServer(): string | undefined {
  const root = '/usr/lib/postgresql'
  const versions = execFileSync('sh', ['-c', `ls -1 ${root} 2>/dev/null || true`], { encoding: 'utf8' })
  const [newest] = versions
    .split('\n')
    .filter(Boolean)
    .sort((a, b) => Number(b) - Number(a))
  return newest === undefined ? undefined : join(root, newest, 'bin')
}

function patroniConfig(options: {
  name: string
  folder: string
  binaries: string
  etcd: number
  rest: number
  database: number
}): string {
  const { name, folder, binaries, etcd, rest, database } = options
  const login = (username: string): object => ({ username, password })
  // Patroni reads YAML, and JSON is YAML.
  return JSON.stringify({
    scope: 'veralead',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { hosts: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { wal_log_hints: 'on', max_connections: 100, hot_standby: 'on' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${database}`,
      connect_address: `127.0.0.1:${database}`,
      data_dir: join(folder, 'data'),
      bin_dir: binaries,
      pg_hba: [
        'local all all trust',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
      ],
      authentication: {
        superuser: login('postgres'),
        replication: login('replicator'),
        rewind: login('rewinder'),
      },
      parameters: { unix_socket_directories: folder },
    },
  })
}

/** HAProxy sends everybody to the server whose Patroni says that it writes, and ends connections to one that no longer does. */
const proxyConfig = (port: number, servers: { name: string; database: number; rest: number }[]): string => `
defaults
  mode tcp
  timeout connect 3s
  timeout client 1h
  timeout server 1h
listen writer
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.map(({ name, database, rest }) => `  server ${name} 127.0.0.1:${database} check port ${rest}`).join('\n')}
`

/** Every process below one, itself included. */
function family(pid: number): number[] {
  const children = execFileSync('sh', ['-c', `ps -o pid= --ppid ${pid} || true`], { encoding: 'utf8' })
  return [pid, ...children.split('\n').map(Number).filter(Boolean).flatMap(family)]
}

/** Starts the cluster in a new folder below `work`. Needs root and Debian's patroni, etcd-server, haproxy and PostgreSQL. */
export async function startCluster(work: string, binaries: string): Promise<Cluster> {
  const folder = mkdtempSync(join(work, 'veralead-failover-'))
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const [uid, gid] = [id('-u'), id('-g')]
  const own = (path: string): string => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    chownSync(path, uid, gid)
    return path
  }
  own(folder)
  const running = new Map<string, ChildProcess>()
  const run = (name: string, command: string, args: string[]): void => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(command, args, {
      uid,
      gid,
      cwd: folder,
      env: { PATH: process.env.PATH },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    running.set(name, child)
  }

  const [etcd, peer, proxy] = [await freePort(), await freePort(), await freePort()]
  const address = `http://127.0.0.1:${etcd}`
  const peerAddress = `http://127.0.0.1:${peer}`
  run('etcd', 'etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--name', 'one', '--log-level', 'error'],
    ...['--listen-client-urls', address, '--advertise-client-urls', address],
    ...['--listen-peer-urls', peerAddress, '--initial-advertise-peer-urls', peerAddress],
    ...['--initial-cluster', `one=${peerAddress}`],
  ])
  const servers: { name: string; database: number; rest: number }[] = []
  for (const name of names) servers.push({ name, database: await freePort(), rest: await freePort() })
  const start = (name: string): void => run(name, 'patroni', [join(folder, `${name}.yml`)])
  for (const server of servers) {
    const home = own(join(folder, server.name))
    writeFileSync(
      join(folder, `${server.name}.yml`),
      patroniConfig({ ...server, folder: home, binaries, etcd }),
    )
    start(server.name)
  }
  writeFileSync(join(folder, 'haproxy.cfg'), proxyConfig(proxy, servers))
  run('haproxy', 'haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')])

  interface Member {
    name: string
    role: string
    state: string
  }
  const members = async (): Promise<Member[]> => {
    for (const { rest } of servers) {
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined)
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }
  const writer = async (): Promise<string | null> => {
    for (const { name, rest } of servers) {
      const answer = await fetch(`http://127.0.0.1:${rest}/primary`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined)
      if (answer?.status === 200) return name
    }
    return null
  }
  const whole = async (): Promise<void> => {
    for (let tries = 0; tries < wholeSeconds; tries += 1) {
      const roles = (await members()).filter(({ state }) => state === 'running' || state === 'streaming')
      const has = (role: string): boolean => roles.some((member) => member.role === role)
      if (has('leader') && has('sync_standby') && (await writer()) !== null) return
      await sleep(1_000)
    }
    throw new Error(
      `The cluster is not whole after ${wholeSeconds} s: ${JSON.stringify(await members())}\n${standbys()}\n${logs()}`,
    )
  }
  /** Patroni, and PostgreSQL, which is not Patroni's child once it was started by `pg_ctl`. */
  const processesOf = (name: string): number[] => {
    const patroni = running.get(name)?.pid
    const postmaster = execFileSync('sh', [
      '-c',
      `head -n 1 ${join(folder, name, 'data/postmaster.pid')} 2>/dev/null || true`,
    ])
    return [patroni, Number(postmaster)]
      .filter((pid) => pid !== undefined && pid > 0)
      .flatMap((pid) => family(pid!))
  }
  const signal = (pids: number[], what: NodeJS.Signals): void => {
    for (const pid of pids) {
      try {
        process.kill(pid, what)
      } catch {
        // It ended since the list was made.
      }
    }
  }
  const logs = (): string =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.log'))
      .map(
        (file) => `${file}\n${execFileSync('tail', ['-n', '40', join(folder, file)], { encoding: 'utf8' })}`,
      )
      .join('\n')
  const standbys = (): string =>
    servers
      .map(({ name, database }) => {
        const asked = `show synchronous_standby_names; select application_name, state, sync_state, sent_lsn, flush_lsn
          from pg_stat_replication; select state, wait_event, count(*), min(state_change) from pg_stat_activity group by 1, 2`
        const address = `postgres://postgres:${password}@127.0.0.1:${database}/postgres`
        const { stdout, stderr } = spawnSync('psql', ['-X', address, '-c', asked], {
          encoding: 'utf8',
          timeout: 10_000,
        })
        return `${name}\n${stdout}${stderr}`
      })
      .join('\n')
  const cluster: Cluster = {
    superUrl: `postgres://postgres:${password}@127.0.0.1:${proxy}/postgres`,
    port: proxy,
    writer,
    whole,
    lose: (name) => signal(processesOf(name), 'SIGKILL'),
    hang: (name) => {
      const pids = processesOf(name)
      signal(pids, 'SIGSTOP')
      setTimeout(() => signal(pids, 'SIGKILL'), watchdogMs)
    },
    start,
    switchOver: async () => {
      const leader = await writer()
      const at = servers.find(({ name }) => name === leader)
      const answer = await fetch(`http://127.0.0.1:${at?.rest}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader }),
      })
      if (!answer.ok) throw new Error(`Patroni refused the switchover: ${await answer.text()}`)
    },
    stop: async () => {
      for (const name of names) signal(processesOf(name), 'SIGKILL')
      for (const child of running.values()) child.kill('SIGKILL')
      await sleep(200)
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await whole()
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}
