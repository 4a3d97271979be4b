/** The element that contains the toasts, in the browser's top layer, above modal dialogs. */
let host: HTMLElement | undefined

function open(parent: Element): void {
  if (!host) return
  if (host.parentElement !== parent) parent.append(host)
  else if (host.matches(':popover-open')) host.hidePopover()
  host.showPopover()
}

/** The element of the toasts. The first call adds it to the document, inside the open dialog if there is one. */
export function toastHost(): HTMLElement {
  if (!host) {
    host = document.createElement('div')
    host.className = 'toast-host'
    host.popover = 'manual'
    const dialogs = document.querySelectorAll('dialog:modal')
    open(dialogs[dialogs.length - 1] ?? document.body)
  }
  return host
}

/** Moves the toasts into a modal dialog: elements outside of it can be neither read nor clicked. */
export function raiseToasts(dialog: HTMLDialogElement): void {
  open(dialog)
}

/** Moves the toasts out of a dialog that is about to close. */
export function lowerToasts(dialog: HTMLDialogElement): void {
  if (!host || !dialog.contains(host)) return
  const others = [...document.querySelectorAll('dialog:modal')].filter((other) => other !== dialog)
  open(others.at(-1) ?? document.body)
}
