import { defineConfig } from 'vitest/config'

const long = process.env.LONG === '1'
const timeouts = { testTimeout: long ? 600_000 : 60_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    // Two cores: more workers than that only make each database slower.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.spec.ts'],
          exclude: ['tests/**/*.{int,api,walls}.spec.ts'],
          ...timeouts,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/**/*.int.spec.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          ...timeouts,
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/**/*.api.spec.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          ...timeouts,
        },
      },
      { test: { name: 'walls', include: ['tests/architecture/*.walls.spec.ts'], ...timeouts } },
    ],
  },
})
