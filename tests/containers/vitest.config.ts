import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'containers',
    include: ['tests/containers/*.container.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 900_000,
  },
})
