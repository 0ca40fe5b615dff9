import { Type, type Static } from 'typebox'
import { PAYMENT_PROXIES } from '#domain/catalog/payment-method/payment-method.ts'
import { NotForRole, NotSignedIn, Refusals, deskCall } from './desk-call.ts'
import { Empty } from './call.ts'
import { MAX_ID_LENGTH, MAX_LIST_LENGTH, MAX_LONG_TEXT_LENGTH } from './limits.ts'
import * as paths from './paths.ts'
import { MapOf, Maybe, Nullable, OneOf, Text, Whole } from './schema.ts'

/** The organiser's API, version 1: settings of the shop, an organisation, an event or a pass, and what they come to. */

/** Whose settings: with none of the members those of the whole shop. */
const OfWhat = {
  organizationId: Type.Optional(Whole),
  eventId: Type.Optional(Whole),
  passId: Type.Optional(Text(MAX_ID_LENGTH)),
}

/** EVENT: the event itself, or the pass. */
const Origin = OneOf(['FOYER', 'ENVIRONMENT', 'SHOP', 'ORGANIZATION', 'EVENT'])
const Value = Nullable(
  Type.String({
    description:
      'As text: a number in digits, true or false, a list with a line for each word; null for nothing, and for what is sealed',
  }),
)
const IsSet = Type.Boolean({ description: 'All that is said of what is sealed' })

/** As what a person fills a setting in. */
const SETTING_KINDS = [
  'flag',
  'number',
  'text',
  'long-text',
  'address',
  'mail',
  'words',
  'choice',
  'choices',
  'colour',
  'image',
  'sealed',
  'sealed-long',
] as const
export type SettingKind = (typeof SETTING_KINDS)[number]

export const Setting = Type.Object({
  key: Type.String(),
  label: Type.String({ description: 'For people' }),
  text: Type.String({ description: 'What it does, in a sentence' }),
  kind: OneOf(SETTING_KINDS),
  value: Value,
  isSet: IsSet,
  origin: Origin,
  isStated: Type.Boolean({ description: 'Stated right here; null puts it back to what it is otherwise' }),
  otherwise: Type.Object({ value: Value, isSet: IsSet, origin: Origin }),
  isFixed: Type.Boolean({ description: 'The environment of the server decides it' }),
  isUnreadable: Type.Boolean({ description: 'Sealed by a key that the shop has no more: state it anew' }),
  isOfCategory: Type.Boolean({
    description: 'A category of tickets may state it for itself, in `tickets.categories[].settings` of its event',
  }),
  min: Nullable(Type.Integer()),
  max: Nullable(Type.Integer()),
  choices: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
})
export type Setting = Static<typeof Setting>

export const Settings = Type.Object({
  organizationId: Nullable(Type.Integer()),
  eventId: Nullable(Type.Integer()),
  passId: Nullable(Type.String()),
  groups: Type.Array(
    Type.Object({
      id: Type.String(),
      section: Type.String({ description: 'Where the desk shows it' }),
      name: Type.String(),
      mayChange: Type.Boolean({ description: 'The caller may state these here' }),
      settings: Type.Array(Setting),
    }),
  ),
})
export type Settings = Static<typeof Settings>

export const readSettings = deskCall({
  operationId: 'readSettings',
  summary: 'Every setting that can be stated here, with its value and where it comes from',
  method: 'GET',
  path: paths.deskSettingsPath,
  query: Type.Object(OfWhat),
  responses: { 200: Settings, 401: NotSignedIn, 403: NotForRole },
})

/** Text, or for convenience the number or flag itself; null leaves the setting to the level above. */
const Change = Type.Unsafe<string | number | boolean | null>({
  type: ['string', 'number', 'boolean', 'null'],
  maxLength: MAX_LONG_TEXT_LENGTH,
})
const Changes = MapOf(Change, { maxProperties: MAX_LIST_LENGTH })

export const changeSettings = deskCall({
  operationId: 'changeSettings',
  summary: 'State settings, or leave them to the level above: all or none',
  method: 'PUT',
  path: paths.deskSettingsPath,
  body: Type.Object({
    organizationId: Maybe(Whole),
    eventId: Maybe(Whole),
    passId: Maybe(Text(MAX_ID_LENGTH)),
    changes: Changes,
    was: Type.Optional(
      MapOf(Change, {
        maxProperties: MAX_LIST_LENGTH,
        description: 'What was stated here when it was read; refused where it is something else now',
      }),
    ),
  }),
  responses: { 200: Settings, 401: NotSignedIn, 403: NotForRole, 422: Refusals },
})

export const TestMailAnswer = Type.Object({
  isAccepted: Type.Boolean(),
  recipient: Type.String(),
  server: Nullable(Type.String({ description: 'Null where mail is kept in the data folder' })),
  answer: Type.String({ description: 'In the words of the mail server' }),
})

export type TestMailAnswer = Static<typeof TestMailAnswer>

export const sendTestMail = deskCall({
  operationId: 'sendTestMail',
  summary: 'Mail the caller, by the settings of the shop or by some that are not saved',
  method: 'POST',
  path: paths.deskTestMailPath,
  body: Type.Object({ changes: Type.Optional(Changes) }),
  responses: { 200: TestMailAnswer, 401: NotSignedIn, 403: NotForRole, 422: Refusals },
})

export const MailDomain = Type.Object({
  sender: Type.String(),
  domain: Type.String(),
  records: Type.Array(
    Type.Object({
      kind: OneOf(['SPF', 'DKIM', 'DMARC']),
      state: OneOf(['GOOD', 'MISSING', 'WEAK', 'UNANSWERED', 'NOT_CHECKED']),
      name: Type.String({ description: 'Of the record' }),
      found: Nullable(Type.String()),
      advised: Nullable(
        Type.String({ description: 'The TXT record to add; null where only the mail server knows it' }),
      ),
      sentence: Type.String(),
    }),
  ),
})
export type MailDomain = Static<typeof MailDomain>

export const checkMailDomain = deskCall({
  operationId: 'checkMailDomain',
  summary: 'Whether SPF, DKIM and DMARC vouch for the sender, by DNS',
  method: 'GET',
  path: paths.deskMailDomainPath,
  responses: { 200: MailDomain, 401: NotSignedIn, 403: NotForRole },
})

export const PaymentWay = Type.Object({
  provider: OneOf(PAYMENT_PROXIES),
  group: Type.String({ description: 'Of its settings, as `readSettings` names it' }),
  canBePaid: Type.Boolean(),
  missing: Type.Array(Type.Object({ key: Type.String(), label: Type.String() })),
  isTested: Type.Boolean({ description: 'It can be asked: call testPayment' }),
  webhooks: Type.Array(Type.String({ description: 'An address to enter at the provider' })),
})

export const listPaymentWays = deskCall({
  operationId: 'listPaymentWays',
  summary: 'By which providers can be paid here, and what the others lack',
  method: 'GET',
  path: paths.deskPaymentWaysPath,
  query: Type.Object(OfWhat),
  responses: { 200: Type.Array(PaymentWay), 401: NotSignedIn, 403: NotForRole },
})

export const testPayment = deskCall({
  operationId: 'testPayment',
  summary: 'Ask a provider whether it works by these settings; no money moves',
  method: 'POST',
  path: paths.deskPaymentTestPath,
  params: Type.Object({ provider: Type.String({ maxLength: MAX_ID_LENGTH }) }),
  body: Type.Object({ organizationId: Maybe(Whole), eventId: Maybe(Whole), passId: Maybe(Text(MAX_ID_LENGTH)) }),
  responses: {
    200: Type.Object({
      isGood: Type.Boolean(),
      sentences: Type.Array(Type.String({ description: 'What is wrong, in English' })),
    }),
    401: NotSignedIn,
    403: NotForRole,
    404: Empty,
  },
})

export const checkBaseAddress = deskCall({
  operationId: 'checkBaseAddress',
  summary: 'Whether this shop answers under its own address',
  method: 'GET',
  path: paths.deskBaseAddressPath,
  responses: {
    200: Type.Object({ baseUrl: Type.String(), result: OneOf(['GOOD', 'NO_ANSWER', 'OTHER_ANSWER']) }),
    401: NotSignedIn,
    403: NotForRole,
  },
})

export const proveShop = deskCall({
  operationId: 'proveShop',
  summary: 'By its answer a shop recognises itself',
  method: 'GET',
  path: paths.deskShopProofPath,
  params: Type.Object({ nonce: Type.String({ maxLength: MAX_ID_LENGTH }) }),
  responses: { 200: Type.Object({ proof: Type.String() }) },
})
