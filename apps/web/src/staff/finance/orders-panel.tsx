import { Route, Routes, useParams } from 'react-router-dom'
import { OrderList } from './order-list.tsx'
import { OrderView } from './order-view.tsx'

/** The tab "Orders": the list, or one order. */
export function OrdersPanel() {
  return (
    <Routes>
      <Route index element={<OrderList />} />
      <Route path=":id" element={<OneOrder />} />
    </Routes>
  )
}

function OneOrder() {
  const { id = '' } = useParams()
  return <OrderView key={id} id={id} />
}
