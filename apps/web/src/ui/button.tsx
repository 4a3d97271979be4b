import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
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
  /** Working: disabled, with a spinner and, if given, its own words. */
  busy?: boolean
  busyText?: string
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

/** A verb that can be pressed. `type` is "button" unless told. */
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
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
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

/** The classes by which a link to elsewhere, or to a file, looks like a button. */
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
