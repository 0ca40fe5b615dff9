/** What goes back of an amount that is typed; undefined while it is none, or too little. Both are decimals. */
export function changeOf(given: string, total: string): string | undefined {
  const typed = given.trim().replace(',', '.')
  if (!/^\d{1,9}(?:\.\d{1,4})?$/.test(typed)) return undefined
  const decimals = (total.split('.')[1] ?? '').length
  if ((typed.split('.')[1] ?? '').length > decimals) return undefined
  const change = unitsOf(typed, decimals) - unitsOf(total, decimals)
  if (change < 0n) return undefined
  const digits = String(change).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function unitsOf(decimal: string, decimals: number): bigint {
  const [whole = '0', rest = ''] = decimal.split('.')
  return BigInt(`${whole}${rest.padEnd(decimals, '0')}`)
}
