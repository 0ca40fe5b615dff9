/**
 * A typed amount as a plain decimal, undefined where it is none of 0 or more: "12,50" is "12.50", "1'000" is "1000".
 * Nothing typed is no amount, and not wrong either: the caller distinguishes them.
 */
export function plainAmount(typed: string): string | undefined {
  const text = typed.replaceAll(/['’\s]/g, '').replace(',', '.')
  return /^\d{1,9}(\.\d{1,4})?$/.test(text) ? text : undefined
}
