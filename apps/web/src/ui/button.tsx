import {
  type ButtonHTMLAttributes,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import styles from './button.module.css'

interface Looks {
  variant?: 'primary' | 'secondary' | 'quiet'
  size?: 'small' | 'medium' | 'large'
  /** As wide as its container. */
  wide?: boolean
}

function classOf({ variant = 'primary', size = 'medium', wide = false }: Looks, extra?: string): string {
  const names = [
    styles.button,
    styles[variant],
    size === 'medium' ? '' : styles[size],
    wide ? styles.wide : '',
    extra,
  ]
  return names.filter(Boolean).join(' ')
}

export interface ButtonProps extends Looks, ButtonHTMLAttributes<HTMLButtonElement> {
  /** Work is in progress: the button is disabled and shows a spinner and, if given, `busyText`. */
  busy?: boolean
  busyText?: string
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** Browsers remove the focus from a disabled element. After the work the button gets it back, unless the visitor moved it. */
function useFocusKept(button: RefObject<HTMLButtonElement | null>, busy: boolean): void {
  const had = useRef(false)
  useLayoutEffect(() => {
    if (busy) had.current = document.activeElement === button.current
    else if (had.current) {
      had.current = false
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    }
  }, [button, busy])
}

/** A button. Its `type` is "button" unless given. */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  busyText,
  icon,
  className,
  children,
  disabled,
  ref,
  ...rest
}: ButtonProps) {
  const own = useRef<HTMLButtonElement>(null)
  useImperativeHandle(ref, () => own.current as HTMLButtonElement)
  useFocusKept(own, busy)
  return (
    <button
      type="button"
      {...rest}
      ref={own}
      className={classOf(
        { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) },
        className,
      )}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : icon}
      {busy && busyText ? busyText : children}
    </button>
  )
}

export interface ButtonLinkProps extends Looks, LinkProps {
  icon?: ReactNode
}

/** The classes that make a plain `<a>`, to a file or another site, look like a button. */
export const linkClass = (looks: Looks): string => classOf(looks)

/** A link of the site that looks like a button. */
export function ButtonLink({ variant, size, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link
      {...rest}
      className={classOf(
        { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) },
        className,
      )}
    >
      {icon}
      {children}
    </Link>
  )
}
