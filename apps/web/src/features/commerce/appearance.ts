import type { Appearance } from '@stripe/stripe-js'

/** The provider's form in the tones of the page: the tokens as this browser computes them now. */
export function paymentAppearance(): Appearance {
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
