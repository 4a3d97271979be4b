import { build } from './dom.js'

/** Tabs by the ARIA practices: one tab stop, and the arrow keys move and select. */
export function tabList(entries, choose) {
  const tabs = entries.map(({ type, label, panel }, index) => {
    panel.id = `panel-${type}`
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', `tab-${type}`)
    const tab = build('button', {
      type: 'button',
      id: `tab-${type}`,
      role: 'tab',
      class: 'Tab',
      'data-type': type,
      'aria-controls': panel.id,
    })
    tab.append(label)
    tab.addEventListener('click', () => select(index))
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (!step) return
      event.preventDefault()
      const next = (index + step + tabs.length) % tabs.length
      select(next)
      tabs[next].focus()
    })
    return tab
  })
  const showSelected = (chosen) => {
    for (const [index, tab] of tabs.entries()) {
      const on = index === chosen
      tab.classList.toggle('Tab--selected', on)
      tab.setAttribute('aria-selected', String(on))
      tab.tabIndex = on ? 0 : -1
    }
  }
  const select = (index) => {
    showSelected(index)
    choose(entries[index].type)
  }
  showSelected(0)
  return build('div', { role: 'tablist', class: 'tabs', 'aria-label': 'Ways to pay' }, tabs)
}
