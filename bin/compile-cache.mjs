// Loaded before a command (`node --import`): from its second start on, the modules come already compiled.
import { enableCompileCache } from 'node:module'

enableCompileCache()
