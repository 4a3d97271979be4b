/** Creates an element with attributes and children; strings become text nodes. */
export function build(tag, attributes = {}, children = []) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== undefined) element.setAttribute(name, value)
  }
  element.append(...children)
  return element
}

/** A constructed style sheet, which a strict content security policy allows, unlike a <style> element. */
export function sheetOf(css) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
