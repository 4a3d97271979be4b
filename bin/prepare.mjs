// What every process of ours sets before it loads the rest (`node --import` of the commands; a start imports it).
import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// From the second start on, the modules come already compiled.
enableCompileCache()
// See docs/decisions/062: V8 in Node 24 ends the process now and then when it frees such a function that it has compiled.
setFlagsFromString('--wasm-wrapper-tiering-budget=2147483647')
