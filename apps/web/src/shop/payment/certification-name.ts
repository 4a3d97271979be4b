/** "Authentic Leader Certification Program" of a product called "Authentic Leader Certification", or of none. */
export function certificationName(product: string | undefined): string {
  const name = product ?? 'Authentic Leader Certification'
  if (/certification program$/i.test(name)) return name
  return /certification$/i.test(name) ? `${name} Program` : `${name} Certification Program`
}
