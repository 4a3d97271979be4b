import type { Appearance } from '@stripe/stripe-js'
import { useEffect, useMemo, useState } from 'react'

/** The colors and fonts of Stripe's form: the page's tokens as the browser computes them now. */
function paymentAppearance(): Appearance {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string, fallback: string) => style.getPropertyValue(name).trim() || fallback
  return {
    theme: 'stripe',
    variables: {
      colorPrimary: token('--copper-deep', '#a8520f'),
      colorBackground: token('--raised', '#ffffff'),
      colorText: token('--ink', '#292929'),
      colorTextSecondary: token('--ink-soft', '#5f5a54'),
      colorTextPlaceholder: token('--ink-soft', '#5f5a54'),
      colorDanger: token('--bad', '#a3301c'),
      fontFamily: "'Instrument Sans', system-ui, sans-serif",
      fontSizeBase: '16px',
      borderRadius: '4px',
      spacingUnit: '4px',
      gridRowSpacing: '20px',
    },
    rules: {
      '.Input': {
        border: `1px solid ${token('--edge', '#8a8178')}`,
        boxShadow: 'none',
        padding: '13px 14px',
      },
      '.Input:focus': {
        borderColor: token('--ring', '#a8520f'),
        boxShadow: `0 0 0 2px ${token('--ring', '#a8520f')}`,
      },
      '.Label': { fontWeight: '600', fontSize: '14.5px', marginBottom: '8px' },
      '.Tab': { border: `1px solid ${token('--edge', '#8a8178')}`, boxShadow: 'none' },
    },
  }
}

export interface ElementsOptions {
  clientSecret: string
  appearance: Appearance
}

/** The options of Stripe's form; its colors follow a change of the visitor's color scheme. */
export function useElementsOptions(clientSecret: string): ElementsOptions {
  const [appearance, setAppearance] = useState(paymentAppearance)
  useEffect(() => {
    const scheme = window.matchMedia('(prefers-color-scheme: dark)')
    const follow = () => setAppearance(paymentAppearance())
    scheme.addEventListener('change', follow)
    return () => scheme.removeEventListener('change', follow)
  }, [])
  return useMemo(() => ({ clientSecret, appearance }), [clientSecret, appearance])
}
