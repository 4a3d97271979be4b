import { readFileSync } from 'node:fs'
import { type Film, frame, type Scene } from './scene.ts'

const art = (name: string): string =>
  readFileSync(new URL(`../../apps/web/public/assets/art/${name}.svg`, import.meta.url), 'utf8')

const font = (file: string): string =>
  readFileSync(new URL(import.meta.resolve(`@fontsource/${file}`))).toString('base64')

const face = (family: string, weight: number, file: string): string =>
  `@font-face{font-family:'${family}';font-weight:${weight};src:url(data:font/woff;base64,${font(file)})}`

/** The page with all scenes of a film; its script shows a moment when `seek(second)` is called. */
export function pageOf(film: Film): string {
  const script = readFileSync(new URL('./stage.js', import.meta.url), 'utf8')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><style>
${face('Newsreader', 400, 'newsreader/files/newsreader-latin-400-normal.woff')}
${face('Instrument Sans', 500, 'instrument-sans/files/instrument-sans-latin-500-normal.woff')}
*{margin:0;box-sizing:border-box}
body{width:${frame.width}px;height:${frame.height}px;background:#faf7f2;color:#292929;overflow:hidden}
section{position:absolute;inset:0}
.art{position:absolute}.art svg{width:100%;height:100%;display:block}
.words{position:absolute}
.eyebrow{font:500 22px 'Instrument Sans';color:#a8520f;margin-bottom:20px}
h1{font:400 60px/1.1 Newsreader;letter-spacing:-.012em;text-wrap:balance}
.rule{width:64px;height:3px;background:#c06014;margin:30px 0 24px}
p{font:400 30px/1.45 Newsreader;color:#3a3733}
</style><body>${film.scenes.map(scene).join('')}<script>${script}</script></body></html>`
}

function scene({ art: name, place, words }: Scene, index: number): string {
  const box = `left:${place.x}px;top:${place.y}px;width:${place.width}px;height:${place.height}px`
  const lines = (words.lines ?? []).map((line) => `<p data-part>${line}</p>`).join('')
  const eyebrow = words.eyebrow ? `<div class="eyebrow" data-part>${words.eyebrow}</div>` : ''
  return `<section data-scene="${index}"><div class="art" style="${box}">${scoped(art(name), index)}</div>
<div class="words" style="left:${words.x}px;top:${words.y}px;width:${words.width}px">${eyebrow}<h1 data-part>${words.title}</h1>
<div class="rule" data-part></div>${lines}</div></section>`
}

/** Renames the clip paths of a drawing: several drawings on one page must not share ids. */
function scoped(svg: string, index: number): string {
  return svg.replace(/id="k/g, `id="s${index}k`).replace(/url\(#k/g, `url(#s${index}k`)
}
