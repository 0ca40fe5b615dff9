/** How far this computer's clock is behind the shop's, in milliseconds, by the last answer. */
let behind = 0

/** The shop's time: a reservation ends by it, whatever clock the visitor has. */
export const shopNow = (): number => Date.now() + behind

/** Learns from the headers of an answer. */
export function observeShopTime(headers: Headers): void {
  const told = Number(headers.get('foyer-time'))
  if (told > 0) behind = told - Date.now()
}
