/** Under which the form of the waiting list keeps the visitor's place; the rest of the page only shows it. */
export const placeKey = (shortName: string) => ['waiting-place', shortName]
