import { sheetOf } from './dom.js'

const themes = {
  stripe: {
    colorPrimary: '#a8520f',
    colorBackground: '#ffffff',
    colorText: '#292929',
    colorTextSecondary: '#5f5a54',
    colorTextPlaceholder: '#757069',
    colorDanger: '#b3261e',
    borderColor: '#cfc7ba',
  },
  night: {
    colorPrimary: '#e09a5e',
    colorBackground: '#26231f',
    colorText: '#f4efe7',
    colorTextSecondary: '#b8b0a6',
    colorTextPlaceholder: '#9a9187',
    colorDanger: '#ff8a80',
    borderColor: '#4a443c',
  },
}
const common = {
  fontFamily: 'system-ui, sans-serif',
  fontSizeBase: '16px',
  borderRadius: '4px',
  spacingUnit: '4px',
}

/** Style sheets for an `appearance`: with the theme, variables and rules of Stripe's Elements. */
export function sheetsFor(appearance = {}) {
  const theme = themes[appearance.theme === 'night' ? 'night' : 'stripe']
  const variables = { ...theme, ...common, ...appearance.variables }
  const declared = Object.entries(variables).map(([name, value]) => `--${name}: ${harmless(value)};`)
  const rules = Object.entries(appearance.rules ?? {}).map(([selector, style]) => {
    const declarations = Object.entries(style).map(
      ([name, value]) => `${hyphenated(name)}: ${harmless(value)};`,
    )
    return /[{}]/.test(selector) ? '' : `${selector} { ${declarations.join(' ')} }`
  })
  return [sheetOf(`:host { ${declared.join(' ')} }`), sheetOf(css), sheetOf(rules.join('\n'))]
}

const harmless = (value) => String(value).replace(/[{};]/g, '')
const hyphenated = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const css = `
:host { display: block; color: var(--colorText); font-family: var(--fontFamily); font-size: var(--fontSizeBase);
  line-height: 1.4; }
* { box-sizing: border-box; }
.tabs { display: flex; gap: calc(var(--spacingUnit) * 2); margin: 0 0 calc(var(--spacingUnit) * 4); }
.Tab { flex: 1; display: flex; flex-direction: column; gap: 4px; align-items: flex-start; min-height: 44px;
  padding: calc(var(--spacingUnit) * 2.5) calc(var(--spacingUnit) * 3); border: 1px solid var(--borderColor);
  border-radius: var(--borderRadius); background: var(--colorBackground); color: var(--colorTextSecondary);
  font: inherit; font-weight: 500; cursor: pointer; transition: border-color 150ms ease-out; }
.Tab svg { display: block; }
.Tab:hover { border-color: var(--colorTextSecondary); }
.Tab--selected, .Tab--selected:hover { border-color: var(--colorPrimary); color: var(--colorPrimary);
  box-shadow: inset 0 0 0 1px var(--colorPrimary); }
.panel { display: grid; grid-template-columns: 1fr 1fr; gap: calc(var(--spacingUnit) * 4); }
.panel[hidden] { display: none; }
.field { grid-column: 1 / -1; min-width: 0; }
.field.half { grid-column: auto; }
.Label { display: block; margin: 0 0 calc(var(--spacingUnit) * 1.5); font-size: 0.9em; font-weight: 500; }
.Input { width: 100%; min-height: 44px; padding: calc(var(--spacingUnit) * 2.5) calc(var(--spacingUnit) * 3);
  border: 1px solid var(--borderColor); border-radius: var(--borderRadius); background: var(--colorBackground);
  color: var(--colorText); font: inherit; font-variant-numeric: tabular-nums; transition: border-color 150ms ease-out; }
.Input::placeholder { color: var(--colorTextPlaceholder); opacity: 1; }
.Input:hover { border-color: var(--colorTextSecondary); }
.Input--invalid { border-color: var(--colorDanger); }
.Input:disabled { opacity: 0.6; }
:is(.Input, .Tab, button, summary):focus-visible { outline: 2px solid var(--colorPrimary); outline-offset: 2px; }
.Error { margin: calc(var(--spacingUnit) * 1.5) 0 0; color: var(--colorDanger); font-size: 0.9em; }
.Error:empty { display: none; }
.Error::before { content: "! "; font-weight: 700; }
.note { margin: calc(var(--spacingUnit) * 4) 0 0; color: var(--colorTextSecondary); font-size: 0.85em; }
.note p { margin: 0; }
.terms { grid-column: 1 / -1; margin: 0; color: var(--colorTextSecondary); font-size: 0.85em; }
summary { display: inline-block; padding: calc(var(--spacingUnit) * 2) 0; cursor: pointer; text-decoration: underline; }
ul { list-style: none; margin: 0; padding: 0 4px 0 0; max-height: 264px; overflow-y: auto; }
li button { display: flex; flex-wrap: wrap; gap: 0 12px; width: 100%; min-height: 44px; padding: 8px 0; border: 0;
  border-top: 1px solid var(--borderColor); background: none; color: inherit; font: inherit; text-align: start;
  align-items: center; padding-inline: 4px; cursor: pointer; }
li button:hover { color: var(--colorText); }
li code { flex: 0 0 11.5em; font: inherit; font-variant-numeric: tabular-nums; color: var(--colorText); }
.skeleton { height: 184px; border-radius: var(--borderRadius); border: 1px solid var(--borderColor); opacity: 0.5; }
@media (max-width: 340px) { .field.half { grid-column: 1 / -1; } }
@media (prefers-reduced-motion: reduce) { * { transition: none; } }
`
