import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { shortClassNames } from './class-names.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/** What every page of the site loads: the libraries, the shell, and the controls that the shell is made of. */
const core =
  /node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|cookie|@tanstack)\/|apps\/web\/src\/(?:main|app|routes|providers)\.tsx?|apps\/web\/src\/site\/frame\/(?!privacy-dialog)|apps\/web\/src\/ui\/(?:button|page|logo|surface|asset-image|loading-overlay)\b/

/** The sheets of the home page's sections: its document names each sheet that it carries, and one name is shorter. */
const homeSheets =
  /apps\/web\/src\/site\/(?:home\/(?:certification-promo|cost-teaser|mini-calculator|timeline|book-promo|whitepaper-banner|faces|companies)|leads\/(?:lead-section|paper-contents))\.module\.css/

/** What most pages beside the home page share, in three files and not thirty: each file costs a phone a request. */
const forms =
  /apps\/web\/src\/(?:ui\/(?:challenge|field)\b|site\/leads\/(?:use-lead-|lead-inputs|lead-frame)\b|lib\/failure-text)/
const selling =
  /apps\/web\/src\/(?:shop\/(?:api|questionnaire\/answer-words|orders\/order-status|program\/(?:certification-profile|product|section|text|tint))\.|lib\/format)/
/** Not in `selling`, which the home page's calculator needs for its numbers: it shows none of these. */
const steps = /apps\/web\/src\/ui\/(?:progress-tracker|accordion)\b/

/** The browser's half by default; `build.ts` adds what differs for the server's. */
export default defineConfig(({ command }) => ({
  root,
  appType: 'custom',
  plugins: [react()],
  // While developing, a class says which file it is of.
  css: command === 'build' ? { modules: { generateScopedName: shortClassNames(root) } } : {},
  server: {
    fs: {
      // What the client is made of, and nothing else of the project: its data lies beside it.
      allow: ['.', '../../src', realpathSync(`${root}../../node_modules`)],
    },
  },
  define: { __CLIENT_ASSETS__: '{}' },
  build: {
    target: 'es2023',
    outDir: fileURLToPath(new URL('../../dist/client', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    // Each page carries its own rules; what every page needs is one script and one sheet, not twenty.
    cssCodeSplit: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Not in the core: the first script of a document needs it, and must not bring the core along.
            {
              name: 'loader',
              test: /vite\/preload-helper|rolldown[\\/]runtime|lib\/(?:missed-click|early-input|gone-scripts|lead-events|page-load|painted-sheets|start-later|storage)\.|leads\/attribution/,
              priority: 1,
            },
            { name: 'core', test: core },
            { name: 'sections', test: homeSheets },
            { name: 'forms', test: forms },
            { name: 'selling', test: selling },
            { name: 'steps', test: steps },
          ],
        },
      },
    },
    // Fonts and pictures stay files: the policy of the site allows no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
}))
