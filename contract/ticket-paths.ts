/** Addresses of tickets, and of tickets and passes in wallets: by themselves, because few pages need them. */

export const ticketPath = '/api/v2/public/event/:eventName/ticket/:ticketIdentifier'
export const fullTicketPath = '/api/v2/public/event/:eventName/ticket/:ticketIdentifier/full'
export const passedOnTicketPath = '/api/v2/public/event/:eventName/ticket/:ticketIdentifier/passed-on'
export const endedTicketPath = '/api/v2/public/event/:eventName/ticket/:ticketIdentifier/ended'
export const sendTicketPath = '/api/v2/public/event/:eventName/ticket/:ticketIdentifier/send-ticket-by-email'
export const downloadTicketPath = '/api/v2/public/event/:eventName/ticket/:ticketIdentifier/download-ticket'
export const ticketCodePath = '/api/v2/public/event/:eventName/ticket/:ticketIdentifier/code.png'
export const ticketCodePagePath = '/event/:eventName/ticket/:ticketIdentifier/code.png'
export const ticketUpdatePagePath = '/event/:eventName/ticket/:ticketIdentifier/update'
export const checkInInfoPath =
  '/api/v2/public/event/:eventName/ticket/:ticketIdentifier/code/:checkInCode/check-in-info'
export const onlineCheckInPath = '/event/:eventName/ticket/:ticketIdentifier/check-in/:ticketCodeHash'
export const waitingRoomPath = '/event/:eventName/ticket/:ticketIdentifier/check-in/:ticketCodeHash/waiting-room'
export const ticketViewPagePath = '/event/:eventName/ticket/:ticketIdentifier/view'
export const googleWalletPath = '/api/wallet/event/:eventName/v1/version/passes/:uuid'
export const applePassPath = '/api/pass/event/:eventName/v1/version/passes/:uuid'
export const applePassVersionPath = '/api/pass/event/:eventName/v1/version/passes/:passTypeIdentifier/:serialNumber'
/** What a pass names as its service; devices add the rest themselves. */
export const applePassServicePath = '/api/pass/event/:eventName'
export const appleLatestPassPath = '/api/pass/event/:eventName/v1/passes/:passTypeIdentifier/:serialNumber'
export const appleRegistrationsPath = '/api/pass/event/:eventName/v1/devices/:device/registrations/:passTypeIdentifier'
export const appleRegistrationPath =
  '/api/pass/event/:eventName/v1/devices/:device/registrations/:passTypeIdentifier/:serialNumber'
export const appleLogPath = '/api/pass/event/:eventName/v1/log'

/** The same of bought passes, by their order. */
export const googleSubscriptionPath = '/api/v2/public/subscription/:id/reservation/:reservationId/google-wallet'
export const appleSubscriptionPath = '/api/v2/public/subscription/:id/reservation/:reservationId/apple-wallet'
export const appleSubscriptionServicePath = '/api/pass/subscription/:id'
export const appleSubscriptionVersionPath = '/api/pass/subscription/:id/v1/passes/:passTypeIdentifier/:serialNumber'
export const appleSubscriptionRegistrationsPath =
  '/api/pass/subscription/:id/v1/devices/:device/registrations/:passTypeIdentifier'
export const appleSubscriptionRegistrationPath =
  '/api/pass/subscription/:id/v1/devices/:device/registrations/:passTypeIdentifier/:serialNumber'
export const appleSubscriptionLogPath = '/api/pass/subscription/:id/v1/log'

/** The addresses of polls, apart from the others so that only the pages that need them load them. */
export const pollsPath = '/api/v2/public/event/:shortName/poll'
export const pollPath = '/api/v2/public/event/:shortName/poll/:pollId'
export const pollAnswerPath = '/api/v2/public/event/:shortName/poll/:pollId/answer'

/** In the address of the ticket page, when a person comes back from a wallet that could not be reached. */
export const UNREACHABLE_WALLET = { name: 'wallet', value: 'unreachable' } as const
