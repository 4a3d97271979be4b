import { defineConfig } from '@playwright/test'
import { findBrowser } from './tests/support/browser.ts'

const { executablePath, args } = await findBrowser()

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.browser.ts',
  globalSetup: './tests/e2e/setup.ts',
  outputDir: 'test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI === 'true',
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  use: {
    launchOptions: { executablePath, args },
    viewport: { width: 1280, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
