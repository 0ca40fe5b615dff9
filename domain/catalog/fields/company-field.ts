/** A question of this name to attendees asks for what badges and leads show beside the name. */
export const COMPANY_FIELD = 'company'
