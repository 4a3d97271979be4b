/** The element that holds the toasts, in the window's top layer: nothing covers it, not even a modal dialog. */
let host: HTMLElement | undefined

function open(parent: Element): void {
  if (!host) return
  if (host.parentElement !== parent) parent.append(host)
  else if (host.matches(':popover-open')) host.hidePopover()
  host.showPopover()
}

/** The host, in the document from the first call on; inside the open dialog, if there is one. */
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

/** What lies outside a modal dialog can be neither read nor clicked: the toasts go into it. */
export function raiseToasts(dialog: HTMLDialogElement): void {
  open(dialog)
}

/** Takes the toasts out of a dialog that is about to close. */
export function lowerToasts(dialog: HTMLDialogElement): void {
  if (!host || !dialog.contains(host)) return
  const others = [...document.querySelectorAll('dialog:modal')].filter((other) => other !== dialog)
  open(others.at(-1) ?? document.body)
}
