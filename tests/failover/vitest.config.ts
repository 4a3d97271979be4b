import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'failover',
    include: ['tests/failover/*.cluster.ts'],
    fileParallelism: false,
    execArgv: ['--wasm-wrapper-tiering-budget=2147483647'],
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
})
