import { type ComponentType, use } from 'react'
import { reloadIfGone } from './gone-scripts.ts'

export interface LazyPage {
  (): React.ReactNode
  /** Starts (or joins) loading; after it resolves the page renders without suspending. */
  preload(): Promise<void>
}

/**
 * A page whose code arrives on demand. Unlike `React.lazy` it can be loaded before the first render, so
 * the server renders it at once and the browser hydrates it without a gap.
 */
export function lazyPage(load: () => Promise<{ Page: ComponentType }>): LazyPage {
  let loaded: ComponentType | undefined
  let loading: Promise<void> | undefined
  function preload(): Promise<void> {
    loading ??= load().then(
      (module) => {
        loaded = module.Page
      },
      (failure: unknown) => {
        loading = undefined
        void reloadIfGone()
        throw failure
      },
    )
    return loading
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once per page, at module level
  function Lazy() {
    if (!loaded) use(preload())
    return loaded ? createPage(loaded) : null
  }
  return Object.assign(Lazy, { preload })
}

function createPage(Page: ComponentType) {
  return <Page />
}
