import { Slide, ToastContainer, toast } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toasts.css'
import { times } from '../lib/constants.ts'

export { toast }

/** The toast area of the whole site: bottom centre. */
export function Toasts() {
  return (
    <ToastContainer
      position="bottom-center"
      autoClose={times.toast}
      closeOnClick
      pauseOnHover
      pauseOnFocusLoss
      draggable
      transition={Slide}
      newestOnTop={false}
    />
  )
}
