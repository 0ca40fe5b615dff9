/** "3 × Student": the count and the first word of the name never part at the end of a line. */
export const counted = (quantity: number, name: string): string => `${quantity}\u00a0×\u00a0${name}`
