/** Coins and notes of the currencies that are most often in a drawer, the largest first; none for others, which are counted as a sum. */
const PIECES: Readonly<Record<string, readonly string[]>> = {
  CHF: ['200', '100', '50', '20', '10', '5', '2', '1', '0.50', '0.20', '0.10', '0.05'],
  EUR: ['200', '100', '50', '20', '10', '5', '2', '1', '0.50', '0.20', '0.10', '0.05', '0.02', '0.01'],
  GBP: ['50', '20', '10', '5', '2', '1', '0.50', '0.20', '0.10', '0.05', '0.02', '0.01'],
  USD: ['100', '50', '20', '10', '5', '2', '1', '0.25', '0.10', '0.05', '0.01'],
}

export const piecesOf = (currency: string): readonly string[] => PIECES[currency] ?? []
