/** The lines of an order from the numbers as typed; what is none counts as nothing. */
export const linesOf = (counts: Readonly<Record<string, string>>) =>
  Object.entries(counts).map(([categoryId, quantity]) => ({
    categoryId: Number(categoryId),
    quantity: Math.max(0, Math.floor(Number(quantity) || 0)),
  }))
