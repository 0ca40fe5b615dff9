// Made by tools/generate-schema.ts from server/database/migrations. Don't edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Instant } from '#domain/instant.ts'

export type ApiKeyTable = {
  id: GeneratedAlways<number>
  organization_id: number | null
  role: 'SYSTEM_API_CLIENT' | 'API_CLIENT' | 'SUPERVISOR' | 'OPERATOR' | 'SPONSOR'
  description: Generated<string>
  key_hash: Buffer
  enabled: Generated<boolean>
  expires_at: ColumnType<Instant | null, Date | null, Date | null>
  created_at: ColumnType<Instant, Date, Date>
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
}

export type FileTable = {
  digest: string
  content_type: string
  content: Buffer
  width: number | null
  height: number | null
  created_at: ColumnType<Instant, Date, Date>
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

export type PaymentTransactionTable = {
  id: GeneratedAlways<bigint>
  reservation_id: string
  proxy: string
  status: 'PENDING' | 'COMPLETE' | 'FAILED' | 'CANCELLED' | 'INVALID'
  gateway_transaction_id: string | null
  gateway_payment_id: string | null
  amount: bigint
  currency: string
  description: string
  metadata: ColumnType<unknown, string | undefined, string>
  created_at: ColumnType<Instant, Date, Date>
}

export type PurchaseContextTable = {
  id: GeneratedAlways<number>
  kind: 'EVENT'
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
}

export type Schema = {
  api_key: ApiKeyTable
  audit: AuditTable
  event: EventTable
  file: FileTable
  mail: MailTable
  organization: OrganizationTable
  payment_transaction: PaymentTransactionTable
  purchase_context: PurchaseContextTable
  reservation: ReservationTable
  secret: SecretTable
  setting: SettingTable
  ticket: TicketTable
  ticket_category: TicketCategoryTable
}
