// The smallest page that pays: unmodified react-stripe-js in StrictMode, with the lab's script.
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { createElement as h, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

const asked = new URLSearchParams(window.location.search)
const clientSecret = asked.get('secret')

function Form() {
  const stripe = useStripe()
  const elements = useElements()
  const [result, setResult] = useState('')
  const [heard, setHeard] = useState([])
  const hear = (name) => () => setHeard((before) => [...new Set([...before, name])])

  async function pay(event) {
    event.preventDefault()
    const submitted = await elements.submit()
    if (submitted.error) return setResult(JSON.stringify(submitted))
    const answer = await stripe.confirmPayment({
      elements,
      confirmParams: { return_url: `${window.location.origin}/done` },
      redirect: asked.get('redirect') ?? 'if_required',
    })
    setResult(JSON.stringify(answer))
  }

  return h(
    'form',
    { onSubmit: pay },
    h(PaymentElement, {
      options: { layout: 'tabs' },
      onReady: hear('ready'),
      onChange: hear('change'),
      onFocus: hear('focus'),
      onLoadError: hear('loaderror'),
    }),
    h('button', { type: 'submit' }, 'Pay now'),
    h('output', { id: 'result' }, result),
    h('p', { id: 'heard' }, heard.join(' ')),
  )
}

const script = document.createElement('script')
script.src = '/lab/stripe.js'
script.onload = () => {
  const options = { clientSecret, appearance: { variables: { colorPrimary: '#A8520F' } } }
  const page = h(Elements, { stripe: window.Stripe('pk_test_lab'), options }, h(Form))
  createRoot(document.getElementById('root')).render(h(StrictMode, null, page))
}
document.head.append(script)
