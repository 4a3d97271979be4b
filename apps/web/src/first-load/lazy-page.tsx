import { type ComponentType, use } from 'react'
import { reloadIfGone } from './gone-scripts.ts'

/** The longest pause between two attempts to load the code of an opened page, in milliseconds. */
const longestPause = 30_000

export interface LazyPage {
  (): React.ReactNode
  /** Starts loading, once; after it resolves the page renders without suspending. */
  preload(): Promise<void>
}

/**
 * A page whose code loads on demand. Unlike `React.lazy` it can be loaded before the first render, so that the server
 * renders it at once and the browser hydrates it without a fallback.
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
        throw failure
      },
    )
    return loading
  }
  let opening: Promise<void> | undefined
  // Never rejects: React would replace the shown page by an error. Only for an opened page is the document reloaded.
  async function open(): Promise<void> {
    for (let pause = 1_000; ; pause = Math.min(2 * pause, longestPause)) {
      try {
        return await preload()
      } catch {
        await reloadIfGone()
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once per page, at module level
  function Lazy() {
    if (!loaded) {
      opening ??= open()
      use(opening)
    }
    return loaded ? createPage(loaded) : null
  }
  return Object.assign(Lazy, { preload })
}

function createPage(Page: ComponentType) {
  return <Page />
}
