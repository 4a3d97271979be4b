// Settings of every process of ours, before it loads the rest (`node --import` of the commands; a start imports it).
import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'

// From the second start on, modules are loaded from the compile cache.
enableCompileCache()
// See docs/decisions/062: V8 in Node 24 sometimes aborts the process when it frees a compiled WebAssembly wrapper.
setFlagsFromString('--wasm-wrapper-tiering-budget=2147483647')
