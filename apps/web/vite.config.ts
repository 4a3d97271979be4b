import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { shortClassNames } from './class-names.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Every page of the site loads these: the libraries, the shell, and the controls that the shell uses. */
const core =
  /node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|cookie|@tanstack)\/|apps\/web\/src\/(?:main|app|routes|providers)\.tsx?|apps\/web\/src\/site\/frame\/(?!privacy-dialog)|apps\/web\/src\/lib\/keyed|apps\/web\/src\/ui\/(?:button|page|logo|surface|asset-image|loading-overlay)\b/

/** The style sheets of the home page's sections, in one file: its document lists the name of each sheet it contains. */
const homeSheets =
  /apps\/web\/src\/site\/(?:home\/(?:certification-promo|cost-teaser|mini-calculator|timeline|book-promo|whitepaper-banner|faces|companies)|leads\/(?:lead-section|whitepaper-contents))\.module\.css/

/** Modules that most pages except the home page share, in three files and not thirty: each file costs a phone a request. */
const forms =
  /apps\/web\/src\/(?:ui\/(?:challenge|field)\b|site\/leads\/(?:use-lead-|lead-frame)\b|lib\/failure-text)/
const selling =
  /apps\/web\/src\/(?:shop\/(?:api|questionnaire\/answer-words|orders\/order-status|program\/(?:certification-profile|product|section|text|tint))\.|lib\/format)/
/** Not in `selling`: the home page's calculator loads that file for its number formats, and shows none of these. */
const steps = /apps\/web\/src\/ui\/(?:progress-tracker|accordion)\b/

/** The build for the browser; `build.ts` overrides some options for the build for server rendering. */
export default defineConfig(({ command }) => ({
  root,
  appType: 'custom',
  plugins: [react()],
  // In development, Vite's default class names contain the file's name.
  css: command === 'build' ? { modules: { generateScopedName: shortClassNames(root) } } : {},
  server: {
    fs: {
      // The client's sources only: the project's folder also contains its data.
      allow: ['.', '../../src', realpathSync(`${root}../../node_modules`)],
    },
  },
  define: { __CLIENT_ASSETS__: '{}' },
  build: {
    target: 'es2023',
    outDir: fileURLToPath(new URL('../../dist/client', import.meta.url)),
    emptyOutDir: true,
    manifest: true,
    // Each page has its own style sheets; the shared modules are one script and one sheet, not twenty.
    cssCodeSplit: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Not in the core: the first script of a document imports these, and must not load the core.
            {
              name: 'loader',
              test: /vite\/preload-helper|rolldown[\\/]runtime|first-load\/(?:missed-click|early-input|gone-scripts|page-load|painted-sheets|start-later)\.|lib\/(?:lead-events|storage)\.|leads\/attribution/,
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
    // Fonts and pictures stay files: the site's content security policy forbids fonts from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
}))
