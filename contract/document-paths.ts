/** The addresses of what an order can be downloaded as, apart from the others so that only the pages that need them load them. */
export const downloadInvoicePath = '/api/v2/public/event/:eventName/reservation/:reservationId/invoice'
export const downloadReceiptPath = '/api/v2/public/event/:eventName/reservation/:reservationId/receipt'
export const downloadPassInvoicePath = '/api/v2/public/subscription/:id/reservation/:reservationId/invoice'
export const downloadPassReceiptPath = '/api/v2/public/subscription/:id/reservation/:reservationId/receipt'
export const downloadPassPath = '/api/v2/public/subscription/:id/reservation/:reservationId/pass'
export const passCalendarPath = '/api/v2/public/subscription/:id/reservation/:reservationId/calendar/:locale'
