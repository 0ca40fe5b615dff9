import { Type, type Static } from 'typebox'
import { Empty, call, content } from './call.ts'
import { MAX_ID_LENGTH, MAX_NAME_LENGTH } from './limits.ts'
import { staticImagePath } from './paths.ts'
import {
  appleLatestPassPath,
  appleLogPath,
  applePassPath,
  applePassVersionPath,
  appleRegistrationPath,
  appleRegistrationsPath,
  appleSubscriptionLogPath,
  appleSubscriptionPath,
  appleSubscriptionRegistrationPath,
  appleSubscriptionRegistrationsPath,
  appleSubscriptionVersionPath,
  googleSubscriptionPath,
  googleWalletPath,
} from './ticket-paths.ts'
import { OpenObject, Text } from './schema.ts'
import { ReservationId, ShortName, SubscriptionId, TicketIdentifier } from './shared.ts'
import { BadRequest, TooManyRequests } from './wrapper.ts'

/** Tickets and bought passes in wallets: the links people follow, and the service their Apple devices ask for news. */

const PassParams = Type.Object({ eventName: ShortName, uuid: TicketIdentifier })

const pass = content(
  'application/vnd.apple.pkpass',
  'The pass',
  Type.String({ contentMediaType: 'application/vnd.apple.pkpass' }),
)

/** 302: to Google, or back to the page of the ticket when Google can't be had. */
export const googleWalletPass = call({
  operationId: 'googleWalletPass',
  summary: 'To where the holder adds the ticket to Google Wallet',
  tag: 'wallet',
  method: 'GET',
  path: googleWalletPath,
  params: PassParams,
  responses: { 302: Empty, 400: BadRequest, 404: Empty, 429: TooManyRequests },
})

/** 302: back to the page of the ticket when no pass could be made. */
export const applePass = call({
  operationId: 'applePass',
  summary: 'The ticket for Apple Wallet',
  tag: 'wallet',
  method: 'GET',
  path: applePassPath,
  params: PassParams,
  responses: { 200: pass, 302: Empty, 400: BadRequest, 404: Empty, 429: TooManyRequests },
})

const BoughtPassParams = Type.Object({ id: SubscriptionId, reservationId: ReservationId })

/** 302: to Google, or back to the page of the order when Google can't be had. */
export const googleWalletSubscription = call({
  operationId: 'googleWalletSubscription',
  summary: 'To where its owner adds a bought pass to Google Wallet; only while it is good',
  tag: 'wallet',
  method: 'GET',
  path: googleSubscriptionPath,
  params: BoughtPassParams,
  responses: { 302: Empty, 400: BadRequest, 404: Empty, 429: TooManyRequests },
})

/** 302: back to the page of the order when it could not be made. */
export const appleSubscription = call({
  operationId: 'appleSubscription',
  summary: 'The bought pass for Apple Wallet; only while it is good',
  tag: 'wallet',
  method: 'GET',
  path: appleSubscriptionPath,
  params: BoughtPassParams,
  responses: { 200: pass, 302: Empty, 400: BadRequest, 404: Empty, 429: TooManyRequests },
})

const PassTypeIdentifier = Text(MAX_NAME_LENGTH)
const SerialNumber = Text(MAX_ID_LENGTH)
const Device = Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH })

/** By `Authorization: ApplePass <token>`; 401 without one, 404 also when it is wrong, 304 by `If-Modified-Since`. */
export const applePassVersion = call({
  operationId: 'applePassLatestVersion',
  summary: 'A pass as it is now, void when the ticket is no longer its holder’s',
  tag: 'wallet',
  method: 'GET',
  path: applePassVersionPath,
  params: Type.Object({ eventName: ShortName, passTypeIdentifier: PassTypeIdentifier, serialNumber: SerialNumber }),
  responses: { 200: pass, 304: Empty, 400: BadRequest, 401: Empty, 404: Empty },
})

/** The same where Apple's devices look for it. */
export const appleLatestPass = call({
  ...applePassVersion,
  operationId: 'appleLatestPass',
  path: appleLatestPassPath,
})

const RegistrationParams = Type.Object({
  eventName: ShortName,
  device: Device,
  passTypeIdentifier: PassTypeIdentifier,
  serialNumber: SerialNumber,
})

export const appleRegister = call({
  operationId: 'appleRegister',
  summary: 'A device wants to hear when a pass changes; 201 when it is the first time',
  tag: 'wallet',
  method: 'POST',
  path: appleRegistrationPath,
  params: RegistrationParams,
  body: OpenObject({ pushToken: Type.String({ pattern: '^[0-9a-fA-F]{1,200}$' }) }),
  responses: { 200: Empty, 201: Empty, 400: BadRequest, 401: Empty },
})

export const appleUnregister = call({
  operationId: 'appleUnregister',
  summary: 'A device keeps a pass no longer',
  tag: 'wallet',
  method: 'DELETE',
  path: appleRegistrationPath,
  params: RegistrationParams,
  responses: { 200: Empty, 400: BadRequest, 401: Empty },
})

export const ChangedPasses = Type.Object({
  serialNumbers: Type.Array(Type.String()),
  lastUpdated: Type.String({ description: 'For passesUpdatedSince of the next question' }),
})
export type ChangedPasses = Static<typeof ChangedPasses>

export const appleChangedPasses = call({
  operationId: 'appleChangedPasses',
  summary: 'Which passes of a device have changed; 204: none',
  tag: 'wallet',
  method: 'GET',
  path: appleRegistrationsPath,
  params: Type.Object({ eventName: ShortName, device: Device, passTypeIdentifier: PassTypeIdentifier }),
  query: Type.Object({ passesUpdatedSince: Type.Optional(Text(MAX_ID_LENGTH)) }),
  responses: { 200: ChangedPasses, 204: Empty, 400: BadRequest },
})

export const appleLog = call({
  operationId: 'appleLog',
  summary: 'Devices complain about passes here',
  tag: 'wallet',
  method: 'POST',
  path: appleLogPath,
  params: Type.Object({ eventName: ShortName }),
  body: OpenObject({ logs: Type.Optional(Type.Array(Text(), { maxItems: 1_000 })) }),
  responses: { 200: Empty, 400: BadRequest },
})

/** The same service for bought passes, where they name it. */

const OfSubscription = { id: SubscriptionId, passTypeIdentifier: PassTypeIdentifier }

export const appleLatestSubscription = call({
  ...applePassVersion,
  operationId: 'appleLatestSubscription',
  summary: 'A bought pass as it is now, void when it is not good any more',
  path: appleSubscriptionVersionPath,
  params: Type.Object({ ...OfSubscription, serialNumber: SerialNumber }),
})

const SubscriptionRegistrationParams = Type.Object({ ...OfSubscription, device: Device, serialNumber: SerialNumber })

export const appleRegisterSubscription = call({
  ...appleRegister,
  operationId: 'appleRegisterSubscription',
  summary: 'A device wants to hear when a bought pass changes; 201 when it is the first time',
  path: appleSubscriptionRegistrationPath,
  params: SubscriptionRegistrationParams,
})

export const appleUnregisterSubscription = call({
  ...appleUnregister,
  operationId: 'appleUnregisterSubscription',
  summary: 'A device keeps a bought pass no longer',
  path: appleSubscriptionRegistrationPath,
  params: SubscriptionRegistrationParams,
})

export const appleChangedSubscriptions = call({
  ...appleChangedPasses,
  operationId: 'appleChangedSubscriptions',
  summary: 'Which bought passes of a device have changed; 204: none',
  path: appleSubscriptionRegistrationsPath,
  params: Type.Object({ ...OfSubscription, device: Device }),
})

export const appleSubscriptionLog = call({
  ...appleLog,
  operationId: 'appleSubscriptionLog',
  summary: 'Devices complain about bought passes here',
  path: appleSubscriptionLogPath,
  params: Type.Object({ id: SubscriptionId }),
})

/** The pictures that clients of this wire load by name, drawn by us. */
export const getStaticImage = call({
  operationId: 'getStaticImage',
  summary: 'A picture that clients name: the buttons of the wallets',
  tag: 'wallet',
  method: 'GET',
  path: staticImagePath,
  params: Type.Object({ '*': Text(MAX_NAME_LENGTH) }),
  responses: {
    200: content('image/*', 'The picture', Type.String({ format: 'binary' })),
    400: BadRequest,
    404: Empty,
  },
})
