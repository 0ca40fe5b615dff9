/** What became of an order, apart from the other addresses so that only the page that needs them loads them. */
export const orderEndPath = '/api/v2/public/reservation/:reservationId/end'
export const orderDocumentPath = '/api/v2/public/reservation/:reservationId/end/document/:documentId'
