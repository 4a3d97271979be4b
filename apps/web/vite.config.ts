import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))

/** The browser's half by default; `build.ts` adds what differs for the server's. */
export default defineConfig({
  root,
  appType: 'custom',
  plugins: [react()],
  define: { __CLIENT_ASSETS__: '{}' },
  build: {
    target: 'es2023',
    outDir: fileURLToPath(new URL('../../dist/client', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    // One sheet of some 15 kB for the whole site: a page is never painted half dressed.
    cssCodeSplit: false,
    // Fonts and pictures stay files: the policy of the site allows no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
