import { money } from '../../lib/format.ts'
import { Card, Skeleton } from '../../ui/surface.tsx'
import { useProgram } from '../api.ts'
import type { ProductInfo } from './product.ts'
import styles from './product-box.module.css'

/** "You're enrolling in": the product of the address, with the server's name and price. */
export function ProductBox({ product }: { product: ProductInfo }) {
  const program = useProgram()
  const known = program.data?.id === product.id ? program.data : undefined
  return (
    <Card className={styles.box}>
      <p className={styles.label}>You're enrolling in</p>
      {program.isPending ? (
        <>
          <Skeleton shape="title" />
          <Skeleton shape="short" />
        </>
      ) : (
        <>
          <p className={styles.name}>{known?.name ?? 'the Authentic Leader Certification'}</p>
          {known ? (
            <p className={styles.price}>
              {money(known.price, known.currency)} <span>One-time payment</span>
            </p>
          ) : null}
        </>
      )}
    </Card>
  )
}
