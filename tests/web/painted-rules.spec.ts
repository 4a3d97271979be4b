import { expect, test } from 'vitest'
import { paintedRules } from '../../apps/web/src/first-load/painted-rules.ts'

test('given a page without a ground of its own, then the rules of grounds come with the sheet; with one they are painted', () => {
  const sheet = ':root{--a:1}[data-ground=dark]{--a:2}[data-ground]:before{top:0}'
  expect(paintedRules(sheet, '<p></p>')).toBe(':root{--a:1}')
  expect(paintedRules(sheet, '<p data-ground="dark"></p>')).toBe(sheet)
})

test('given a sheet and the HTML of a page, then only the rules of classes that are in it are kept, with all that names none', () => {
  const sheet =
    ':root{--a:1}.AB0{color:red}.AB1,.AB2:hover{color:blue}.A_3>.AB9{top:0}@media (width<768px){.AB1{top:0}.AB0{top:1px}}@media print{.AB7{top:0}}@keyframes AB_turn{to{rotate:1turn}}.weight-bold{font-weight:700}.AB10{top:2px}'
  const html = '<p class="AB0 weight-bold"></p><a class="AB2"></a><i class="A_3"></i>'
  expect(paintedRules(sheet, html)).toBe(
    ':root{--a:1}.AB0{color:red}.AB1,.AB2:hover{color:blue}.A_3>.AB9{top:0}@media (width<768px){.AB0{top:1px}}@keyframes AB_turn{to{rotate:1turn}}.weight-bold{font-weight:700}',
  )
})

test('given a dialog in the HTML, then its rules are painted only while it is open', () => {
  const sheet = '.AB0{color:red}.AB1{top:0}'
  expect(paintedRules(sheet, '<dialog class="AB1"><b class="AB1"></b></dialog><p class="AB0"></p>')).toBe(
    '.AB0{color:red}',
  )
  expect(paintedRules(sheet, '<dialog class="AB1" open=""></dialog><p class="AB0"></p>')).toBe(sheet)
})

test('given rules that only a pointer brings about, then they come with the sheet', () => {
  const sheet =
    '.AB0{top:0}.AB0:hover{top:1px}.AB0:active,.AB0:hover:not(:disabled){top:2px}.AB0:hover,.AB0[open]{top:3px}'
  expect(paintedRules(sheet, '<p class="AB0"></p>')).toBe('.AB0{top:0}.AB0:hover,.AB0[open]{top:3px}')
})

test('given the colors of print, then they come with the sheet', () => {
  const sheet = ':root{--a:1}@media print{html:root{--a:2}}@media print{.AB0{top:0}}'
  expect(paintedRules(sheet, '<p class="AB0"></p>')).toBe(':root{--a:1}@media print{.AB0{top:0}}')
})
