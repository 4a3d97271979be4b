export interface Device {
  /** "Firefox on Windows". */
  name: string
  handheld: boolean
}

// The first match counts: nearly every browser also claims to be Chrome or Safari.
const browsers: [claim: RegExp, name: string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:\bChrome|HeadlessChrome|\bChromium|\bCriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [claim: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/** A readable name of the device that sent this User-Agent; the start of the text itself for an unknown browser. */
export function deviceOf(agent: string): Device {
  const find = (known: typeof browsers) => known.find(([claim]) => claim.test(agent))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  const handheld = /\b(?:iPhone|iPad|Android|Mobile)\b/.test(agent)
  if (browser && system) return { name: `${browser} on ${system}`, handheld }
  return { name: (browser ?? system ?? agent.slice(0, 60)) || 'Unknown device', handheld }
}
