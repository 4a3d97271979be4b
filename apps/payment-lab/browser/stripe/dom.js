/** Makes an element from attributes and children; text stays text. */
export function build(tag, attributes = {}, children = []) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== undefined) element.setAttribute(name, value)
  }
  element.append(...children)
  return element
}

/** A constructed sheet: a strict policy for styles allows it, unlike a <style> element. */
export function sheetOf(css) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
