/** The addresses of buyers and what is theirs, apart from the others so that only the pages that need them load them. */
export const authenticationEnabledPath = '/api/v2/public/user/authentication-enabled'
export const mePath = '/api/v2/public/user/me'
export const logoutPath = '/api/v2/public/user/logout'
export const myReservationsPath = '/api/v2/public/user/reservations'
/** Of our own. */
export const myDataPath = '/api/v2/public/user/me/data'
export const orderLinksPath = '/api/v2/public/order-links'
