import { build, sheetOf } from './dom.js'

const css = `
dialog { border: 0; border-radius: 12px; padding: 32px; max-width: 400px; width: calc(100vw - 96px); background: #fff;
  color: #292929; font: 16px/1.5 system-ui, sans-serif; box-shadow: 0 24px 64px rgb(0 0 0 / 28%); }
dialog::backdrop { background: rgb(28 26 24 / 56%); }
h2 { margin: 0 0 8px; font-size: 20px; line-height: 1.3; }
p { margin: 0 0 16px; }
.mark { color: #5f5a54; font-size: 13px; margin-bottom: 12px; }
.buttons { display: flex; gap: 12px; margin: 24px 0 0; }
button { flex: 1; min-height: 44px; border-radius: 4px; border: 1px solid #292929; background: #292929; color: #fff;
  font: inherit; font-weight: 600; cursor: pointer; }
button.quiet { background: #fff; color: #292929; }
button:focus-visible { outline: 2px solid #a8520f; outline-offset: 2px; }
`

/** Shows the bank's 3-D Secure dialog. Resolves to `complete` or `fail`; closing it counts as fail. */
export function askForAuthentication(intent) {
  const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: intent.currency })
  return new Promise((resolve) => {
    const host = document.createElement('div')
    const root = host.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheetOf(css)]
    const answer = (outcome) => {
      dialog.close()
      host.remove()
      resolve(outcome)
    }
    const complete = build('button', { type: 'button' }, ['Complete'])
    const fail = build('button', { type: 'button', class: 'quiet' }, ['Fail'])
    const dialog = build('dialog', { 'aria-labelledby': 'title', 'aria-describedby': 'question' }, [
      build('p', { class: 'mark' }, ['Payment lab: 3-D Secure']),
      build('h2', { id: 'title' }, ['Confirm it is you']),
      build('p', { id: 'question' }, [
        `Your bank asks whether you want to pay ${amount.format(intent.amount / 100)}. Choose how this test ends.`,
      ]),
      build('div', { class: 'buttons' }, [complete, fail]),
    ])
    complete.addEventListener('click', () => answer('complete'))
    fail.addEventListener('click', () => answer('fail'))
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      answer('fail')
    })
    root.append(dialog)
    document.body.append(host)
    dialog.showModal()
    complete.focus()
  })
}
