/** The addresses by which a contract is withdrawn from, apart from the others so that only the pages that need them load them. */
export const withdrawalPath = '/api/v2/public/reservation/:reservationId/withdrawal'
export const withdrawalStatementPath = '/api/v2/public/reservation/:reservationId/withdrawal/statement'
