import { afterAll, vi } from 'vitest'

// The files of one process share it: also a test that failed leaves nothing of what it replaced to the next file.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
