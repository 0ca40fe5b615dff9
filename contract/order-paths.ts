/** The addresses by which an order is paid, apart from those of paths.ts so that only the pages that need them load them. */
export const forceCheckPath = '/api/v2/public/reservation/:reservationId/transaction/force-check'
export const initPaymentPath = '/api/v2/public/reservation/:reservationId/payment/:method/init'
export const paymentStatusPath = '/api/v2/public/reservation/:reservationId/payment/:method/status'
export const initPaymentByOldNamePath = '/api/reservation/:reservationId/payment/:method/init'
export const paymentStatusByOldNamePath = '/api/reservation/:reservationId/payment/:method/status'
export const forceCheckByEventPath =
  '/api/v2/public/event/:eventName/reservation/:reservationId/transaction/force-check'
export const removePaymentTokenPath = '/api/v2/public/reservation/:reservationId/payment/token'
export const discardPaymentPath = '/api/v2/public/reservation/:reservationId/payment'
export const applicableCustomPaymentMethodsPath =
  '/api/v2/public/reservation/:reservationId/applicable-custom-payment-method-details'
export const selectedCustomPaymentMethodPath =
  '/api/v2/public/reservation/:reservationId/selected-custom-payment-method-details'

/** The addresses of an order and its steps. */
export const reservationPath = '/api/v2/public/reservation/:reservationId'
export const reservationStatusPath = '/api/v2/public/reservation/:reservationId/status'
export const validateToOverviewPath = '/api/v2/public/reservation/:reservationId/validate-to-overview'
export const backToBookingPath = '/api/v2/public/reservation/:reservationId/back-to-booking'
export const extendReservationPath = '/api/v2/public/reservation/:reservationId/extend'
export const applyCodePath = '/api/v2/public/reservation/:reservationId/apply-code'
export const removeCodePath = '/api/v2/public/reservation/:reservationId/remove-code'
export const resendReservationEmailPath =
  '/api/v2/public/:purchaseContextType/:publicIdentifier/reservation/:reservationId/re-send-email'
export const orderChangesPath = '/api/v2/public/reservation/:reservationId/changes'
export const orderEndPath = '/api/v2/public/reservation/:reservationId/end'
export const orderDocumentPath = '/api/v2/public/reservation/:reservationId/end/document/:documentId'

/** What is typed for an order until its details are sent. */
export const bookingDraftPath = '/api/v2/public/reservation/:reservationId/draft'

/** The addresses of what an order can be downloaded as. */
export const downloadInvoicePath = '/api/v2/public/event/:eventName/reservation/:reservationId/invoice'
export const downloadReceiptPath = '/api/v2/public/event/:eventName/reservation/:reservationId/receipt'
export const downloadPassInvoicePath = '/api/v2/public/subscription/:id/reservation/:reservationId/invoice'
export const downloadPassReceiptPath = '/api/v2/public/subscription/:id/reservation/:reservationId/receipt'
export const downloadPassPath = '/api/v2/public/subscription/:id/reservation/:reservationId/pass'
export const passCalendarPath = '/api/v2/public/subscription/:id/reservation/:reservationId/calendar/:locale'

/** The addresses of what a transfer is made with. */
export const transferPath = '/api/v2/public/reservation/:reservationId/transfer'
export const transferCodePath = '/api/v2/public/reservation/:reservationId/transfer/code.svg'

/** The addresses by which a contract is withdrawn from. */
export const withdrawalPath = '/api/v2/public/reservation/:reservationId/withdrawal'
export const withdrawalStatementPath = '/api/v2/public/reservation/:reservationId/withdrawal/statement'
