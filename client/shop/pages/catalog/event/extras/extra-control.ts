/** The id of the control of an extra, for who leads there. */
export const extraControl = (extraId: number): string => `extra-${extraId}`
