/** The id of the field for a code, for who leads there. */
export const CODE_ID = 'promo-code'
