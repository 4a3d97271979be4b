import { defineConfig } from '@playwright/test'
import { findBrowser } from './tests/support/browser.ts'
import { takeRunFolder } from './tests/support/run-folder.ts'

takeRunFolder()
const { executablePath, args } = await findBrowser()

/** Makes a year of business and reads all of it: begun last, it would run on alone after all others. */
const longest = '**/staff-demo.browser.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.browser.ts',
  globalSetup: './tests/e2e/setup.ts',
  outputDir: 'test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Journeys wait for pages more than they compute: three on two cores end sooner than two.
  workers: 3,
  fullyParallel: true,
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'journeys', testIgnore: longest },
  ],
  forbidOnly: process.env.CI === 'true',
  // See docs/decisions/012: on a shared machine a test may lose one race, and is told as flaky; never two.
  retries: process.env.CI === 'true' ? 1 : 0,
  reporter: [['list'], ['./tests/reporters/browser-outcome.ts']],
  use: {
    launchOptions: { executablePath, args },
    viewport: { width: 1280, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'off',
  },
})
