/** "12,50" is 12.5; undefined for what is no number, which the server then misses by its field. */
export function numberIn(typed: string): number | undefined {
  const text = typed.trim().replace(',', '.')
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}
