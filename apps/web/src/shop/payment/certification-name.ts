/** "Authentic Leader Certification Program" for the product "Authentic Leader Certification", and without a product. */
export function certificationName(product: string | undefined): string {
  const name = product ?? 'Authentic Leader Certification'
  if (/certification program$/i.test(name)) return name
  return /certification$/i.test(name) ? `${name} Program` : `${name} Certification Program`
}
