import { Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './accordion.module.css'

export interface AccordionItem {
  title: ReactNode
  content: ReactNode
}

/**
 * Questions of which one is open at a time. The browser's `<details name>` works in a rendered document before any
 * script has run.
 */
export function Accordion({ items }: { items: readonly AccordionItem[] }) {
  const group = useId()
  return (
    <div>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items have no identity but their index
        <details key={index} name={group} className={styles.item}>
          <summary className={styles.question}>
            {item.title}
            <Plus aria-hidden="true" strokeWidth={1.5} />
          </summary>
          <div className={styles.answer}>{item.content}</div>
        </details>
      ))}
    </div>
  )
}
