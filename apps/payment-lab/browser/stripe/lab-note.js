import { build } from './dom.js'

/** The note under the form: a test card, and a list of all that fill in the form. */
export function labNote(methods, choose) {
  const items = methods.map((method) => {
    const number = method.type === 'card' ? method.number.replace(/(.{4})(?=.)/g, '$1 ') : method.number
    const button = build('button', { type: 'button' }, [build('code', {}, [number]), ` ${method.meaning}`])
    button.addEventListener('click', () => choose(method))
    return build('li', {}, [button])
  })
  return build('div', { class: 'note' }, [
    build('p', {}, ['Payment lab: use card 4242 4242 4242 4242, any future date, any code. No money moves.']),
    build('details', {}, [build('summary', {}, ['All test cards and accounts']), build('ul', {}, items)]),
  ])
}
