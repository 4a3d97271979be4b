import { createPortal } from 'react-dom'
import { Slide, ToastContainer, toast } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toasts.css'
import { toastHost } from './toast-host.ts'

export { toast }

/** The toast area of the whole site: bottom centre, above everything. */
export function Toasts() {
  return createPortal(
    <ToastContainer
      position="bottom-center"
      autoClose={5_000}
      closeOnClick
      pauseOnHover
      pauseOnFocusLoss
      draggable
      transition={Slide}
      newestOnTop={false}
    />,
    toastHost(),
  )
}
