/** The ids of controls and parts of the page, for who leads there. */

/** The field for a code. */
export const CODE_ID = 'promo-code'

/** The form of the waiting list. */
export const WAITING_LIST_ID = 'waiting-list'

/** The amount of an extra. */
export const extraControl = (extraId: number): string => `extra-${extraId}`

/** How many of a category. */
export const categoryControl = (categoryId: number): string => `category-${categoryId}`
