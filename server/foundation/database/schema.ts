// Made by tools/generate-schema.ts from server/foundation/database/migrations. Don't edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Instant } from '#domain/foundation/instant.ts'

export type AccountTable = {
  id: Generated<string>
  issuer: string
  subject: string
  first_name: string
  last_name: string
  email: string | null
  is_email_verified: boolean
  profile: ColumnType<unknown, string | null, string | null>
  created_at: ColumnType<Instant, Date, Date>
  signed_in_at: ColumnType<Instant, Date, Date>
}

export type AccountSessionTable = {
  session: string
  account_id: string
  provider_session: string | null
  signed_in_at: ColumnType<Instant, Date, Date>
  ends_at: ColumnType<Instant, Date, Date>
  id_token: string | null
}

export type AdditionalFieldTable = {
  id: GeneratedAlways<number>
  purchase_context_id: number
  name: string
  type: 'TEXT' | 'PHONE' | 'VAT_NUMBER' | 'DATE_OF_BIRTH' | 'LONG_TEXT' | 'COUNTRY' | 'SELECT' | 'CHECKBOX' | 'RADIO'
  required: boolean
  editable: boolean
  minimum: number | null
  maximum: number | null
  options: ColumnType<unknown, string | undefined, string>
  label: ColumnType<unknown, string, string>
  placeholder: ColumnType<unknown, string | undefined, string>
  categories: Generated<number[]>
  service_id: number | null
  shown_at_check_in: Generated<boolean>
  ordinal: number
}

export type AdditionalServiceTable = {
  id: GeneratedAlways<number>
  event_id: number
  type: 'SUPPLEMENT' | 'DONATION'
  supplement_policy:
    | 'MANDATORY_ONE_FOR_TICKET'
    | 'MANDATORY_PERCENTAGE_FOR_TICKET'
    | 'MANDATORY_PERCENTAGE_RESERVATION'
    | 'OPTIONAL_UNLIMITED_AMOUNT'
    | 'OPTIONAL_MAX_AMOUNT_PER_TICKET'
    | 'OPTIONAL_MAX_AMOUNT_PER_RESERVATION'
    | null
  title: ColumnType<unknown, string, string>
  description: ColumnType<unknown, string | undefined, string>
  price: bigint | null
  percentage: string | null
  min_price: bigint | null
  max_price: bigint | null
  available_quantity: number | null
  max_qty_per_order: number
  vat_type: 'INHERITED' | 'NONE'
  inception: ColumnType<Instant, Date, Date>
  expiration: ColumnType<Instant, Date, Date>
  ordinal: Generated<number>
}

export type AdditionalServiceItemTable = {
  id: GeneratedAlways<bigint>
  service_id: number
  status: Generated<'FREE' | 'PENDING' | 'TO_BE_PAID' | 'ACQUIRED' | 'CHECKED_IN'>
  reservation_id: string | null
  ticket_id: bigint | null
  source_price: Generated<bigint>
  discount: Generated<bigint>
  final_price: Generated<bigint>
  vat: Generated<bigint>
}

export type ApiKeyTable = {
  id: GeneratedAlways<number>
  organization_id: number | null
  role: 'SYSTEM_API_CLIENT' | 'API_CLIENT' | 'SUPERVISOR' | 'OPERATOR' | 'SPONSOR'
  description: Generated<string>
  key_hash: Buffer
  enabled: Generated<boolean>
  expires_at: ColumnType<Instant | null, Date | null, Date | null>
  created_at: ColumnType<Instant, Date, Date>
  used_at: ColumnType<Instant | null, Date | null, Date | null>
}

export type AttendeeGroupTable = {
  id: GeneratedAlways<number>
  organization_id: number
  name: string
  description: Generated<string>
}

export type AttendeeGroupLinkTable = {
  id: GeneratedAlways<number>
  group_id: number
  event_id: number
  category_id: number | null
  type: 'ONCE_PER_VALUE' | 'LIMITED_QUANTITY' | 'UNLIMITED'
  match_type: 'FULL' | 'EMAIL_DOMAIN'
  max_allocation: number | null
}

export type AttendeeGroupMemberTable = {
  id: GeneratedAlways<bigint>
  group_id: number
  value: string
}

export type AttendeeGroupPlaceTable = {
  ticket_id: bigint
  link_id: number
  member_id: bigint
}

export type AuditTable = {
  id: GeneratedAlways<bigint>
  at: ColumnType<Instant, Date, Date>
  type: string
  purchase_context_id: number | null
  reservation_id: string | null
  entity_type: string
  entity_id: string
  actor: string | null
  modifications: ColumnType<unknown, string | null, string | null>
}

export type BankEntryTable = {
  id: GeneratedAlways<bigint>
  organization_id: number
  uploaded_at: ColumnType<Instant, Date, Date>
  account: string | null
  booked_on: string
  amount: string
  currency: string
  reference_texts: string[]
  text: string
  payer: string | null
  payer_account: string | null
  content: string
  status: Generated<'OPEN' | 'BOOKED' | 'SET_ASIDE'>
  refusal: string | null
  order_id: string | null
  settled_at: ColumnType<Instant | null, Date | null, Date | null>
  settled_by: string | null
  erased_at: ColumnType<Instant | null, Date | null, Date | null>
}

export type BankEntryKeyTable = {
  organization_id: number
  key: string
  format: 'CAMT' | 'MT940' | 'CSV'
  entry_id: bigint
}

export type BillingDocumentTable = {
  id: Generated<string>
  reservation_id: string | null
  type: 'INVOICE' | 'RECEIPT' | 'CREDIT_NOTE'
  status: Generated<'VALID' | 'NOT_VALID'>
  number: string | null
  model: ColumnType<unknown, string, string>
  created_at: ColumnType<Instant, Date, Date>
  erased_at: ColumnType<Instant | null, Date | null, Date | null>
}

export type BillingNumberTable = {
  organization_id: number
  sequence: 'INVOICE' | 'CREDIT_NOTE'
  last: number
}

export type BookingDraftTable = {
  reservation_id: string
  version: bigint
  content: ColumnType<unknown, string, string>
  written_at: ColumnType<Instant, Date, Date>
}

export type BoughtPassTable = {
  id: Generated<string>
  public_id: Generated<string>
  pin_digits: Generated<string>
  pass_id: number
  reservation_id: string
  status: Generated<'PENDING' | 'ACQUIRED' | 'CANCELLED'>
  source_price: Generated<bigint>
  discount: Generated<bigint>
  final_price: Generated<bigint>
  vat: Generated<bigint>
  max_entries: number | null
  valid_from: ColumnType<Instant | null, Date | null, Date | null>
  valid_to: ColumnType<Instant | null, Date | null, Date | null>
  first_name: string | null
  last_name: string | null
  email: string | null
  acquired_at: ColumnType<Instant | null, Date | null, Date | null>
  cancelled_at: ColumnType<Instant | null, Date | null, Date | null>
  display_pin: Generated<boolean>
  withdrawal_days: number | null
  withdrawal_after_use: 'NOTHING' | 'PRO_RATA' | 'EVERYTHING' | null
  end_reminded_for: ColumnType<Instant | null, Date | null, Date | null>
}

export type BoxDrawerTable = {
  id: GeneratedAlways<number>
  event_id: number
  door_key_id: number
  request_id: string
  person: string
  currency: string
  float_amount: bigint
  opened_at: ColumnType<Instant, Date, Date>
  closed_at: ColumnType<Instant | null, Date | null, Date | null>
  counted: bigint | null
  pieces: ColumnType<unknown, string | null, string | null>
  remark: string | null
}

export type BoxSaleTable = {
  id: GeneratedAlways<number>
  event_id: number
  door_key_id: number
  drawer_id: number
  request_id: string
  order_id: string
  way: 'CASH' | 'TERMINAL' | 'TRANSFER' | 'LINK'
  amount: bigint
  given: bigint | null
  receipt: string | null
  at: ColumnType<Instant, Date, Date>
  undone_at: ColumnType<Instant | null, Date | null, Date | null>
  undone_drawer_id: number | null
}

export type BoxSaleExtraTable = {
  sale_id: number
  service_id: number
  quantity: number
  amount: bigint
}

export type BoxSaleLineTable = {
  sale_id: number
  category_id: number
  quantity: number
  amount: bigint
}

export type BulkItemTable = {
  id: GeneratedAlways<bigint>
  job_id: bigint
  order_id: string | null
  waiting_id: bigint | null
  state: Generated<'WAITING' | 'SUCCEEDED' | 'NOTHING' | 'REFUSED'>
  code: string | null
  args: Generated<string[]>
  done_at: ColumnType<Instant | null, Date | null, Date | null>
  not_before: ColumnType<Instant | null, Date | null, Date | null>
  list_row: number | null
}

export type BulkJobTable = {
  id: GeneratedAlways<bigint>
  kind: string
  organization_id: number
  event_id: number | null
  params: ColumnType<unknown, string, string>
  member_id: number | null
  actor: string
  status: Generated<'RUNNING' | 'STOPPED' | 'ENDED'>
  created_at: ColumnType<Instant, Date, Date>
  ended_at: ColumnType<Instant | null, Date | null, Date | null>
  request_id: string | null
}

export type CancelledTicketTable = {
  uuid: string
  event_id: number
}

export type ChangeLogTable = {
  id: GeneratedAlways<bigint>
  at: ColumnType<Instant, Date, Date>
  member_id: number | null
  actor: string
  organization_id: number | null
  kind: string
  subject_id: number | null
  subject: string
  action: string
  version: number | null
  before: ColumnType<unknown, string | null, string | null>
  after: ColumnType<unknown, string | null, string | null>
}

export type CheckInScanTable = {
  id: GeneratedAlways<bigint>
  event_id: number
  ticket_uuid: string
  at: ColumnType<Instant, Date, Date>
  scanned_by: string
  operation: 'SCAN' | 'REVERT'
  status: string
  door_key_id: number | null
  scan_id: string | null
  device: string | null
  outcome: string | null
  shown: string | null
  arrived_at: ColumnType<Instant | null, Date | null, Date | null>
  undone: Generated<boolean>
}

export type DeskOrderRequestTable = {
  event_id: number
  request_id: string
  order_id: string
}

export type DeskOrderSearchTable = {
  reservation_id: string
  text: string
}

export type DiscountRuleTable = {
  id: GeneratedAlways<number>
  event_id: number
  minimum_tickets: number
  categories: Generated<number[]>
  discount_type: 'PERCENTAGE' | 'FIXED_AMOUNT' | 'FIXED_AMOUNT_RESERVATION'
  percentage: string | null
  amount: bigint | null
  message: ColumnType<unknown, string | undefined, string>
  ordinal: Generated<number>
  retired_at: ColumnType<Instant | null, Date | null, Date | null>
}

export type DoorKeyTable = {
  id: GeneratedAlways<number>
  event_id: number
  name: string
  category_ids: number[] | null
  may_search: boolean
  key_hash: Buffer
  created_at: ColumnType<Instant, Date, Date>
  valid_until: ColumnType<Instant, Date, Date>
  revoked_at: ColumnType<Instant | null, Date | null, Date | null>
  used_at: ColumnType<Instant | null, Date | null, Date | null>
  may_sell: Generated<boolean>
  sell_category_ids: number[] | null
  label_size: '62x29' | '62x100' | 'a6' | null
  prints_by_itself: Generated<boolean>
  sell_extra_ids: number[] | null
}

export type EventTable = {
  id: number
  kind: Generated<'EVENT'>
  short_name: string
  format: 'IN_PERSON' | 'ONLINE' | 'HYBRID'
  free_of_charge: boolean
  location: string | null
  latitude: string | null
  longitude: string | null
  starts_at: ColumnType<Instant, Date, Date>
  ends_at: ColumnType<Instant, Date, Date>
  seats: number
  secret_key: string
  call_links: ColumnType<unknown, string | undefined, string>
  transfers_listed_at: ColumnType<Instant | null, Date | null, Date | null>
  doors_at: ColumnType<Instant | null, Date | null, Date | null>
  refunds: 'NONE' | 'UNTIL' | null
  refunded_until: ColumnType<Instant | null, Date | null, Date | null>
  refund_text: ColumnType<unknown, string | undefined, string>
  access_features: Generated<string[]>
  accessibility: ColumnType<unknown, string | undefined, string>
  bring: ColumnType<unknown, string | undefined, string>
  tickets_url: string | null
  archived_at: ColumnType<Instant | null, Date | null, Date | null>
  cancelled_at: ColumnType<Instant | null, Date | null, Date | null>
  cancellation_text: string | null
}

export type EventLinkTable = {
  id: GeneratedAlways<number>
  event_id: number
  name: string
  code: string | null
  created_at: ColumnType<Instant, Date, Date>
}

export type EventPassTable = {
  event_id: number
  pass_id: number
  categories: Generated<number[]>
}

export type EventSearchTable = {
  event_id: number
  change: bigint
  text: string
  words: string
}

export type EventSearchDueTable = {
  event_id: number
  change: Generated<bigint>
}

export type EventVisitDayTable = {
  event_id: number
  day: string
  channel: string
  views: Generated<number>
  begun: Generated<number>
}

export type FieldValueTable = {
  id: GeneratedAlways<bigint>
  field_id: number
  ticket_id: bigint | null
  item_id: bigint | null
  value: string
  bought_pass_id: string | null
}

export type FileTable = {
  digest: string
  content_type: string
  content: Buffer
  width: number | null
  height: number | null
  created_at: ColumnType<Instant, Date, Date>
}

export type FormerTicketIdTable = {
  public_uuid: string
  event_id: number
  became: 'PASSED_ON' | 'CORRECTED' | 'RELEASED' | 'CANCELLED'
  at: ColumnType<Instant, Date, Date>
  next_public_uuid: string | null
  session_digest: Buffer | null
}

export type GroupMessageTable = {
  id: GeneratedAlways<bigint>
  organization_id: number
  event_id: number
  request_id: string
  purpose: 'TICKET' | 'NEWS'
  audience: ColumnType<unknown, string, string>
  texts: ColumnType<unknown, string, string>
  member_id: number | null
  actor: string
  status: 'PLANNED' | 'SENDING' | 'SENT' | 'STOPPED'
  created_at: ColumnType<Instant, Date, Date>
  send_at: ColumnType<Instant, Date, Date>
  ended_at: ColumnType<Instant | null, Date | null, Date | null>
  planned: number
  without_address: Generated<number>
  unsubscribed: Generated<number>
}

export type GroupMessagePersonTable = {
  id: GeneratedAlways<bigint>
  message_id: bigint
  order_id: string | null
  ticket_id: bigint | null
  is_buyer: boolean
  state: Generated<'WAITING' | 'QUEUED' | 'LEFT_OUT'>
  mail_id: bigint | null
}

export type JobFailureTable = {
  job: string
  kind: string
  id: string
  failures: Generated<number>
  since: ColumnType<Instant, Date, Date>
  retry_at: ColumnType<Instant, Date, Date>
  last_error: string
}

export type JobRunTable = {
  name: string
  next_at: ColumnType<Instant, Date, Date>
}

export type LegalTextTable = {
  id: string
  organization_id: number | null
  kind: 'TERMS' | 'PRIVACY'
  texts: ColumnType<unknown, string, string>
  number: number | null
  published_at: ColumnType<Instant | null, Date | null, Date | null>
}

export type MailTable = {
  id: GeneratedAlways<bigint>
  checksum: Buffer
  purchase_context_id: number | null
  reservation_id: string | null
  recipient: string
  sender_name: string
  reply_to: string | null
  subject: string
  text_body: string
  html_body: string
  attachments: ColumnType<unknown, string | undefined, string>
  status: Generated<'WAITING' | 'IN_PROCESS' | 'SENT' | 'RETRY' | 'ERROR'>
  attempts: Generated<number>
  next_attempt_at: ColumnType<Instant, Date, Date>
  claimed_at: ColumnType<Instant | null, Date | null, Date | null>
  sent_at: ColumnType<Instant | null, Date | null, Date | null>
  last_error: string | null
  created_at: ColumnType<Instant, Date, Date>
  outlives_event: Generated<boolean>
  away_attempts: Generated<number>
  tried_since: ColumnType<Instant | null, Date | null, Date | null>
  unsubscribe_url: string | null
}

export type MailRequestTable = {
  id: GeneratedAlways<bigint>
  subject_id: string
  at: ColumnType<Instant, Date, Date>
  kind: Generated<'AGAIN' | 'PASS_ON' | 'ORDERS'>
}

export type MapImageTable = {
  event_id: number
  latitude: string
  longitude: string
  template_digest: string
  file_digest: string | null
  next_at: ColumnType<Instant, Date, Date>
}

export type MemberTable = {
  id: GeneratedAlways<number>
  email: string
  name: string
  language: string
  password: string | null
  totp_secret: string | null
  totp_step: Generated<bigint>
  created_at: ColumnType<Instant, Date, Date>
}

export type MemberIdentityTable = {
  id: GeneratedAlways<number>
  member_id: number
  issuer: string
  subject: string
  created_at: ColumnType<Instant, Date, Date>
  used_at: ColumnType<Instant | null, Date | null, Date | null>
}

export type MemberLinkTable = {
  id: GeneratedAlways<number>
  digest: Buffer
  kind: 'OWNER' | 'INVITATION' | 'PASSWORD' | 'SECOND_FACTOR' | 'PASSKEY' | 'NEW_PASSKEY'
  member_id: number | null
  email: string | null
  role: 'OWNER' | 'EDITOR' | 'FINANCE' | 'DESK' | 'DOOR' | null
  organization_id: number | null
  event_id: number | null
  language: string | null
  created_at: ColumnType<Instant, Date, Date>
  expires_at: ColumnType<Instant, Date, Date>
}

export type MemberPasskeyTable = {
  id: GeneratedAlways<number>
  member_id: number
  credential: string
  public_key: Buffer
  counter: bigint
  name: string
  created_at: ColumnType<Instant, Date, Date>
  used_at: ColumnType<Instant | null, Date | null, Date | null>
}

export type MemberRecoveryCodeTable = {
  member_id: number
  digest: Buffer
}

export type MemberRoleTable = {
  id: GeneratedAlways<number>
  member_id: number
  role: 'OWNER' | 'EDITOR' | 'FINANCE' | 'DESK' | 'DOOR'
  organization_id: number | null
  event_id: number | null
}

export type MemberSessionTable = {
  id: GeneratedAlways<number>
  digest: Buffer
  member_id: number
  user_agent: string
  created_at: ColumnType<Instant, Date, Date>
  seen_at: ColumnType<Instant, Date, Date>
}

export type NewsReaderTable = {
  id: GeneratedAlways<bigint>
  organization_id: number
  address_digest: Buffer
  key: Generated<string>
  mailed_at: ColumnType<Instant, Date, Date>
  unsubscribed_at: ColumnType<Instant | null, Date | null, Date | null>
  message_id: bigint | null
}

export type OfferVersionTable = {
  id: number
  version: bigint
}

export type OrderImportTable = {
  id: Generated<string>
  event_id: number
  api_key_id: number | null
  created_at: ColumnType<Instant, Date, Date>
}

export type OrderImportRowTable = {
  id: GeneratedAlways<bigint>
  import_id: string
  place: number
  status: Generated<'WAITING' | 'MADE' | 'REFUSED'>
  request: ColumnType<unknown, string | null, string | null>
  reservation_id: string | null
  error: string | null
}

export type OrderNoteTable = {
  id: GeneratedAlways<bigint>
  reservation_id: string
  member_id: number | null
  author: string
  text: string
  at: ColumnType<Instant, Date, Date>
}

export type OrderSearchTable = {
  id: GeneratedAlways<bigint>
  email: string
  language: string
  asked_at: ColumnType<Instant, Date, Date>
}

export type OrderTagTable = {
  reservation_id: string
  tag: string
}

export type OrganizationTable = {
  id: GeneratedAlways<number>
  name: string
  slug: string | null
  email: string
  description: string
  external_id: string | null
  created_at: ColumnType<Instant, Date, Date>
}

export type PassTable = {
  id: number
  kind: Generated<'PASS'>
  public_id: Generated<string>
  price: bigint
  on_sale_from: ColumnType<Instant, Date, Date>
  on_sale_to: ColumnType<Instant | null, Date | null, Date | null>
  max_available: number | null
  usage_type: 'ONCE_PER_EVENT' | 'UNLIMITED'
  max_entries: number | null
  validity_type: 'STANDARD' | 'CUSTOM' | 'NOT_SET'
  validity_units: number | null
  validity_time_unit: 'DAYS' | 'MONTHS' | 'YEARS' | null
  valid_from: ColumnType<Instant | null, Date | null, Date | null>
  valid_to: ColumnType<Instant | null, Date | null, Date | null>
  is_transferable: Generated<boolean>
  generates_tickets: Generated<boolean>
  withdrawal_days: number | null
  no_withdrawal_reason: ColumnType<unknown, string | undefined, string>
  withdrawal_after_use: Generated<'NOTHING' | 'PRO_RATA' | 'EVERYTHING'>
  transfers_listed_at: ColumnType<Instant | null, Date | null, Date | null>
  secret_key: Generated<string>
}

export type PassTicketReturnTable = {
  bought_pass_id: string
  event_id: number
}

export type PassWithdrawalTable = {
  reservation_id: string
  bought_pass_id: string
  made_at: ColumnType<Instant, Date, Date>
  first_name: string | null
  last_name: string | null
  email: string | null
  paid: bigint
  amount: bigint
  returned_by: 'PROVIDER' | 'ORGANISER' | 'NOBODY'
  used: number
  released: number
}

export type PaymentAttemptTable = {
  id: GeneratedAlways<bigint>
  transaction_id: bigint
  step: 'CHARGE' | 'CAPTURE' | 'CANCEL'
  number: number
  idempotency_key: string
  request: ColumnType<unknown, string, string>
  begun_at: ColumnType<Instant, Date, Date>
  answered_at: ColumnType<Instant | null, Date | null, Date | null>
  outcome:
    | 'SETTLED'
    | 'AUTHORIZED'
    | 'REDIRECT'
    | 'NEEDS_BROWSER'
    | 'WAITING'
    | 'REFUSED'
    | 'CANCELLED'
    | 'NOT_NOW'
    | 'MISMATCH'
    | 'UNKNOWN'
    | null
  sends: Generated<number>
  sent_at: ColumnType<Instant | null, Date | null, Date | null>
}

export type PaymentDisputeTable = {
  id: GeneratedAlways<bigint>
  transaction_id: bigint
  reference: string
  amount: bigint
  status: 'OPEN' | 'WON' | 'LOST'
  due_by: ColumnType<Instant | null, Date | null, Date | null>
  opened_at: ColumnType<Instant, Date, Date>
  ended_at: ColumnType<Instant | null, Date | null, Date | null>
}

export type PaymentRefundTable = {
  id: GeneratedAlways<bigint>
  transaction_id: bigint
  amount: bigint
  origin: 'ORGANISER' | 'SHOP' | 'PROVIDER'
  status: 'WANTED' | 'PENDING' | 'DONE' | 'FAILED'
  idempotency_key: string | null
  reference: string | null
  metadata: ColumnType<unknown, string | undefined, string>
  reason: string | null
  failure: string | null
  wanted_at: ColumnType<Instant, Date, Date>
  sent_at: ColumnType<Instant | null, Date | null, Date | null>
  ended_at: ColumnType<Instant | null, Date | null, Date | null>
  sends: Generated<number>
  next_look_at: ColumnType<Instant | null, Date | null, Date | null>
  document_id: string | null
  accepted_at: ColumnType<Instant | null, Date | null, Date | null>
}

export type PaymentReviewTable = {
  id: GeneratedAlways<bigint>
  transaction_id: bigint
  reason: 'OTHER_SUM' | 'OTHER_PAYMENT' | 'NO_ANSWER' | 'REFUND_FAILED' | 'DISPUTE_OPEN' | 'DISPUTE_LOST'
  about: Generated<string>
  detail: string | null
  since: ColumnType<Instant, Date, Date>
  ended_at: ColumnType<Instant | null, Date | null, Date | null>
}

export type PaymentTransactionTable = {
  id: GeneratedAlways<bigint>
  reservation_id: string | null
  proxy: string
  status: 'PENDING' | 'COMPLETE' | 'FAILED' | 'CANCELLED' | 'INVALID' | 'RETURNED'
  gateway_transaction_id: string | null
  gateway_payment_id: string | null
  amount: bigint
  currency: string
  description: string
  metadata: ColumnType<unknown, string | undefined, string>
  created_at: ColumnType<Instant, Date, Date>
  method: string | null
  next_look_at: ColumnType<Instant | null, Date | null, Date | null>
  looks: Generated<number>
  order_id: string
  purchase_context_id: number
  buyer: ColumnType<unknown, string | null, string | null>
  reference: string | null
  fee: bigint | null
  is_live: Generated<boolean>
  refusal: string | null
  page: string | null
  settled_at: ColumnType<Instant | null, Date | null, Date | null>
  received_amount: bigint | null
  received_currency: string | null
  checked_at: ColumnType<Instant | null, Date | null, Date | null>
  booked_on: string | null
}

export type PeopleListTable = {
  id: Generated<string>
  event_id: number
  actor: string
  created_at: ColumnType<Instant, Date, Date>
  heads: string[]
  choices: ColumnType<unknown, string | null, string | null>
  job_id: bigint | null
}

export type PeopleListRowTable = {
  list_id: string
  line: number
  cells: string[]
}

export type PollTable = {
  id: GeneratedAlways<number>
  event_id: number
  status: Generated<'DRAFT' | 'OPEN' | 'CLOSED'>
  title: ColumnType<unknown, string, string>
  description: ColumnType<unknown, string | undefined, string>
  allowed_tags: Generated<string[]>
  ordinal: Generated<number>
}

export type PollOptionTable = {
  id: GeneratedAlways<number>
  poll_id: number
  title: ColumnType<unknown, string, string>
  description: ColumnType<unknown, string | undefined, string>
}

export type PollVoteTable = {
  poll_id: number
  ticket_id: bigint
  option_id: number
}

export type PromoCodeTable = {
  id: GeneratedAlways<number>
  organization_id: number
  event_id: number | null
  code: string
  code_type: 'DISCOUNT' | 'ACCESS'
  discount_type: 'PERCENTAGE' | 'FIXED_AMOUNT' | 'FIXED_AMOUNT_RESERVATION' | 'NONE'
  percentage: string | null
  amount: bigint | null
  currency: string | null
  valid_from: ColumnType<Instant, Date, Date>
  valid_to: ColumnType<Instant, Date, Date>
  max_usage: number | null
  categories: Generated<number[]>
  hidden_category_id: number | null
  description: Generated<string>
  email_reference: string | null
  created_at: ColumnType<Instant, Date, Date>
}

export type PurchaseContextTable = {
  id: GeneratedAlways<number>
  kind: 'EVENT' | 'PASS'
  organization_id: number
  status: 'DRAFT' | 'PUBLIC' | 'DISABLED'
  languages: string[]
  title: ColumnType<unknown, string, string>
  description: ColumnType<unknown, string, string>
  short_description: ColumnType<unknown, string | undefined, string>
  file_digest: string | null
  website_url: string | null
  terms_url: string | null
  privacy_url: string | null
  time_zone: string
  currency: string | null
  vat_status: 'NONE' | 'INCLUDED' | 'NOT_INCLUDED'
  vat_percentage: Generated<string>
  payment_proxies: Generated<string[]>
  tags: Generated<string[]>
  version: Generated<number>
  created_at: ColumnType<Instant, Date, Date>
  updated_at: ColumnType<Instant, Date, Date>
}

export type ReceivedWebhookTable = {
  id: GeneratedAlways<bigint>
  proxy: string
  delivery_key: string
  transaction_id: bigint | null
  received_at: ColumnType<Instant, Date, Date>
  handled_at: ColumnType<Instant | null, Date | null, Date | null>
}

export type RefundRequestTable = {
  id: GeneratedAlways<bigint>
  order_id: string
  purchase_context_id: number
  request_id: string
  asked: ColumnType<unknown, string, string>
  answer: ColumnType<unknown, string, string>
  made_at: ColumnType<Instant, Date, Date>
}

export type RequestCountTable = {
  name: string
  ends_at: ColumnType<Instant, Date, Date>
  taken: number
}

export type ReservationTable = {
  id: string
  purchase_context_id: number
  status:
    | 'PENDING'
    | 'IN_PAYMENT'
    | 'EXTERNAL_PROCESSING_PAYMENT'
    | 'WAITING_EXTERNAL_CONFIRMATION'
    | 'OFFLINE_FINALIZING'
    | 'OFFLINE_PAYMENT'
    | 'DEFERRED_OFFLINE_PAYMENT'
    | 'FINALIZING'
    | 'COMPLETE'
    | 'STUCK'
    | 'CANCELLED'
    | 'CREDIT_NOTE_ISSUED'
  validity: ColumnType<Instant, Date, Date>
  extended_minutes: Generated<number>
  validated: Generated<boolean>
  language: string
  currency: string | null
  vat_status: string
  vat_percentage: string
  source_price: bigint
  final_price: bigint
  vat: bigint
  discount: Generated<bigint>
  first_name: string | null
  last_name: string | null
  email: string | null
  customer_reference: string | null
  billing: ColumnType<unknown, string | undefined, string>
  invoice_requested: Generated<boolean>
  invoice_number: string | null
  payment_method: string | null
  payment_proxy: string | null
  terms_accepted_at: ColumnType<Instant | null, Date | null, Date | null>
  privacy_accepted_at: ColumnType<Instant | null, Date | null, Date | null>
  created_at: ColumnType<Instant, Date, Date>
  confirmed_at: ColumnType<Instant | null, Date | null, Date | null>
  ready_for_confirmation: Generated<boolean>
  finalized: Generated<boolean>
  finalize_at: ColumnType<Instant | null, Date | null, Date | null>
  finalize_attempts: Generated<number>
  promo_code_id: number | null
  discount_rule_id: number | null
  transfer_reminded_at: ColumnType<Instant | null, Date | null, Date | null>
  names_reminded_at: ColumnType<Instant | null, Date | null, Date | null>
  erased_at: ColumnType<Instant | null, Date | null, Date | null>
  visit: string | null
  account_id: string | null
  configuration: ColumnType<unknown, string | null, string | null>
  metadata: ColumnType<unknown, string | null, string | null>
  held_first_until: ColumnType<Instant | null, Date | null, Date | null>
  ended_content: ColumnType<unknown, string | null, string | null>
  pass_end_unseen: Generated<boolean>
  changes_order: string | null
  changes_ticket: bigint | null
  channel: string | null
}

export type SaleNoticeTable = {
  id: GeneratedAlways<bigint>
  event_id: number
  email: string
  language: string
  key: Generated<string>
  created_at: ColumnType<Instant, Date, Date>
}

export type SampleContextTable = {
  id: number
  version: number
}

export type SampleOrganizationTable = {
  id: number
}

export type SavedExportTable = {
  id: GeneratedAlways<number>
  organization_id: number
  event_id: number | null
  name: string
  kind: string
  format: 'csv' | 'xlsx'
  columns: string[]
  period: 'ALL' | 'DAY' | 'WEEK' | 'MONTH'
  state: string | null
  time_zone: string
  schedule: ColumnType<unknown, string | null, string | null>
  due_at: ColumnType<Instant | null, Date | null, Date | null>
  member_id: number | null
  created_at: ColumnType<Instant, Date, Date>
}

export type SavedExportRecipientTable = {
  export_id: number
  member_id: number
}

export type ScaledImageTable = {
  digest: string
  width: number
  content: Buffer | null
}

export type SearchWordTable = {
  word: string
}

export type SeatBlockTable = {
  id: GeneratedAlways<number>
  event_id: number
  category_id: number | null
  name: string
  until: ColumnType<Instant | null, Date | null, Date | null>
  actor: string
  created_at: ColumnType<Instant, Date, Date>
  request_id: string
}

export type SecretTable = {
  purpose: string
  value: Buffer
}

export type SettingTable = {
  id: GeneratedAlways<number>
  key: string
  value: string
  organization_id: number | null
  purchase_context_id: number | null
  category_id: number | null
}

export type SpentChallengeTable = {
  digest: Buffer
  expires_at: ColumnType<Instant, Date, Date>
}

export type SponsorTable = {
  id: GeneratedAlways<number>
  event_id: number
  name: string
  key_hash: Buffer
  created_at: ColumnType<Instant, Date, Date>
  revoked_at: ColumnType<Instant | null, Date | null, Date | null>
  used_at: ColumnType<Instant | null, Date | null, Date | null>
}

export type SponsorScanTable = {
  id: GeneratedAlways<bigint>
  event_id: number
  api_key_id: number | null
  operator: string
  ticket_uuid: string
  at: ColumnType<Instant, Date, Date>
  notes: Generated<string>
  lead_status: 'COLD' | 'WARM' | 'HOT'
  sponsor_id: number | null
  removed_at: ColumnType<Instant | null, Date | null, Date | null>
}

export type TextOverrideTable = {
  id: GeneratedAlways<number>
  organization_id: number | null
  purchase_context_id: number | null
  language: string
  key: string
  value: string
}

export type TicketTable = {
  id: GeneratedAlways<bigint>
  event_id: number
  category_id: number | null
  status: Generated<
    | 'FREE'
    | 'PENDING'
    | 'TO_BE_PAID'
    | 'ACQUIRED'
    | 'CHECKED_IN'
    | 'RELEASED'
    | 'PRE_RESERVED'
    | 'BLOCKED'
    | 'INVALIDATED'
    | 'CANCELLED'
    | 'EXPIRED'
  >
  uuid: Generated<string>
  public_uuid: Generated<string>
  reservation_id: string | null
  source_price: Generated<bigint>
  final_price: Generated<bigint>
  vat: Generated<bigint>
  first_name: string | null
  last_name: string | null
  email: string | null
  language: string | null
  locked: Generated<boolean>
  reserved_at: ColumnType<Instant | null, Date | null, Date | null>
  discount: Generated<bigint>
  vat_status: string | null
  token_id: bigint | null
  answers_reminded_at: ColumnType<Instant | null, Date | null, Date | null>
  bought_pass_id: string | null
  external_reference: string | null
  metadata: ColumnType<unknown, string | null, string | null>
  id_in_order: string | null
  block_id: number | null
}

export type TicketCategoryTable = {
  id: GeneratedAlways<number>
  event_id: number
  name: string
  description: ColumnType<unknown, string | undefined, string>
  price: bigint
  bounded: boolean
  max_tickets: Generated<number>
  access_restricted: Generated<boolean>
  inception: ColumnType<Instant, Date, Date>
  expiration: ColumnType<Instant, Date, Date>
  access_type: Generated<'INHERIT' | 'IN_PERSON' | 'ONLINE'>
  ordinal: Generated<number>
  check_in_from: ColumnType<Instant | null, Date | null, Date | null>
  check_in_to: ColumnType<Instant | null, Date | null, Date | null>
  valid_from: ColumnType<Instant | null, Date | null, Date | null>
  valid_to: ColumnType<Instant | null, Date | null, Date | null>
  code: string | null
}

export type TokenTable = {
  id: GeneratedAlways<bigint>
  category_id: number
  code: string | null
  status: Generated<'WAITING' | 'FREE' | 'PENDING' | 'TAKEN' | 'CANCELLED'>
  recipient_name: string | null
  recipient_email: string | null
}

export type VatNumberCheckTable = {
  country: string
  number: string
  is_valid: boolean
  checked_at: ColumnType<Instant, Date, Date>
}

export type WaitingListEntryTable = {
  id: GeneratedAlways<bigint>
  event_id: number
  kind: 'SOLD_OUT' | 'PRE_SALES'
  category_id: number | null
  first_name: string
  last_name: string
  email: string
  language: string
  status: Generated<'WAITING' | 'PENDING' | 'ACQUIRED' | 'EXPIRED' | 'CANCELLED'>
  reservation_id: string | null
  created_at: ColumnType<Instant, Date, Date>
  leave_key: Generated<string>
  quantity: Generated<number>
  or_fewer: Generated<boolean>
}

export type WalletChangeTable = {
  id: GeneratedAlways<bigint>
  pass_id: bigint | null
  category_id: number | null
  attempts: Generated<number>
  due_at: ColumnType<Instant, Date, Date>
}

export type WalletPassTable = {
  id: GeneratedAlways<bigint>
  kind: 'GOOGLE' | 'APPLE'
  purchase_context_id: number
  category_id: number | null
  reservation_id: string
  serial_number: string
  public_id: string
  holder_number: number
  object_id: string | null
  status: Generated<'ACTIVE' | 'VOIDED'>
  changed_at: ColumnType<Instant, Date, Date>
}

export type WalletRegistrationTable = {
  pass_id: bigint
  device: string
  push_token: string
}

export type WebhookArrivalTable = {
  proxy: string
  organization_id: number | null
  told: 'GENUINE' | 'REFUSED' | 'UNNAMED'
  last_at: ColumnType<Instant, Date, Date>
}

export type WebhookAttemptTable = {
  delivery_id: bigint
  number: number
  at: ColumnType<Instant, Date, Date>
  duration_ms: number | null
  http_status: number | null
  error: string | null
  response: string | null
}

export type WebhookDeliveryTable = {
  id: GeneratedAlways<bigint>
  message_id: string
  endpoint_id: string
  status: Generated<'WAITING' | 'DELIVERED' | 'FAILED'>
  attempts: Generated<number>
  tried_since: ColumnType<Instant | null, Date | null, Date | null>
  next_attempt_at: ColumnType<Instant, Date | undefined, Date>
  claimed_at: ColumnType<Instant | null, Date | null, Date | null>
}

export type WebhookEndpointTable = {
  id: string
  organization_id: number
  url: string
  description: string
  kinds: string[]
  secret: string
  previous_secret: string | null
  previous_until: ColumnType<Instant | null, Date | null, Date | null>
  created_at: ColumnType<Instant, Date, Date>
  failing_since: ColumnType<Instant | null, Date | null, Date | null>
  off_at: ColumnType<Instant | null, Date | null, Date | null>
  off_reason: 'MEMBER' | 'GONE' | 'FAILING' | null
}

export type WebhookMessageTable = {
  id: Generated<string>
  organization_id: number
  kind: string
  at: ColumnType<Instant, Date, Date>
  data: ColumnType<unknown, string, string>
  occurrence: string | null
}

export type Schema = {
  account: AccountTable
  account_session: AccountSessionTable
  additional_field: AdditionalFieldTable
  additional_service: AdditionalServiceTable
  additional_service_item: AdditionalServiceItemTable
  api_key: ApiKeyTable
  attendee_group: AttendeeGroupTable
  attendee_group_link: AttendeeGroupLinkTable
  attendee_group_member: AttendeeGroupMemberTable
  attendee_group_place: AttendeeGroupPlaceTable
  audit: AuditTable
  bank_entry: BankEntryTable
  bank_entry_key: BankEntryKeyTable
  billing_document: BillingDocumentTable
  billing_number: BillingNumberTable
  booking_draft: BookingDraftTable
  bought_pass: BoughtPassTable
  box_drawer: BoxDrawerTable
  box_sale: BoxSaleTable
  box_sale_extra: BoxSaleExtraTable
  box_sale_line: BoxSaleLineTable
  bulk_item: BulkItemTable
  bulk_job: BulkJobTable
  cancelled_ticket: CancelledTicketTable
  change_log: ChangeLogTable
  check_in_scan: CheckInScanTable
  desk_order_request: DeskOrderRequestTable
  desk_order_search: DeskOrderSearchTable
  discount_rule: DiscountRuleTable
  door_key: DoorKeyTable
  event: EventTable
  event_link: EventLinkTable
  event_pass: EventPassTable
  event_search: EventSearchTable
  event_search_due: EventSearchDueTable
  event_visit_day: EventVisitDayTable
  field_value: FieldValueTable
  file: FileTable
  former_ticket_id: FormerTicketIdTable
  group_message: GroupMessageTable
  group_message_person: GroupMessagePersonTable
  job_failure: JobFailureTable
  job_run: JobRunTable
  legal_text: LegalTextTable
  mail: MailTable
  mail_request: MailRequestTable
  map_image: MapImageTable
  member: MemberTable
  member_identity: MemberIdentityTable
  member_link: MemberLinkTable
  member_passkey: MemberPasskeyTable
  member_recovery_code: MemberRecoveryCodeTable
  member_role: MemberRoleTable
  member_session: MemberSessionTable
  news_reader: NewsReaderTable
  offer_version: OfferVersionTable
  order_import: OrderImportTable
  order_import_row: OrderImportRowTable
  order_note: OrderNoteTable
  order_search: OrderSearchTable
  order_tag: OrderTagTable
  organization: OrganizationTable
  pass: PassTable
  pass_ticket_return: PassTicketReturnTable
  pass_withdrawal: PassWithdrawalTable
  payment_attempt: PaymentAttemptTable
  payment_dispute: PaymentDisputeTable
  payment_refund: PaymentRefundTable
  payment_review: PaymentReviewTable
  payment_transaction: PaymentTransactionTable
  people_list: PeopleListTable
  people_list_row: PeopleListRowTable
  poll: PollTable
  poll_option: PollOptionTable
  poll_vote: PollVoteTable
  promo_code: PromoCodeTable
  purchase_context: PurchaseContextTable
  received_webhook: ReceivedWebhookTable
  refund_request: RefundRequestTable
  request_count: RequestCountTable
  reservation: ReservationTable
  sale_notice: SaleNoticeTable
  sample_context: SampleContextTable
  sample_organization: SampleOrganizationTable
  saved_export: SavedExportTable
  saved_export_recipient: SavedExportRecipientTable
  scaled_image: ScaledImageTable
  search_word: SearchWordTable
  seat_block: SeatBlockTable
  secret: SecretTable
  setting: SettingTable
  spent_challenge: SpentChallengeTable
  sponsor: SponsorTable
  sponsor_scan: SponsorScanTable
  text_override: TextOverrideTable
  ticket: TicketTable
  ticket_category: TicketCategoryTable
  token: TokenTable
  vat_number_check: VatNumberCheckTable
  waiting_list_entry: WaitingListEntryTable
  wallet_change: WalletChangeTable
  wallet_pass: WalletPassTable
  wallet_registration: WalletRegistrationTable
  webhook_arrival: WebhookArrivalTable
  webhook_attempt: WebhookAttemptTable
  webhook_delivery: WebhookDeliveryTable
  webhook_endpoint: WebhookEndpointTable
  webhook_message: WebhookMessageTable
}
