/**
 * What each column that could hold the data of a person holds. A column that is not here fails the test of the retention
 * run: whoever adds one says what it is, and erases it where it is about a person.
 */
export type ColumnKind =
  /** About a person: erased when the days of the event are over. */
  | 'person'
  /** About a person, and wanted by tax law: erased at the end of its years. */
  | 'books'
  /** About a person, and forgotten within a day in any case. */
  | 'brief'
  /** What the organiser or the operator sells, says and sets up. */
  | 'shop'
  /** Ids, codes, states and digests that tell nothing of anybody by themselves. */
  | 'code'

export const COLUMNS: Readonly<Record<string, Readonly<Record<string, ColumnKind>>>> = {
  additional_field: { name: 'shop', type: 'code', options: 'shop', label: 'shop', placeholder: 'shop' },
  additional_service: {
    type: 'code',
    supplement_policy: 'code',
    title: 'shop',
    description: 'shop',
    vat_type: 'code',
  },
  additional_service_item: { status: 'code' },
  api_key: { role: 'code', description: 'shop', key_hash: 'code' },
  attendee_group: { name: 'shop', description: 'shop' },
  attendee_group_link: { type: 'code', match_type: 'code' },
  attendee_group_member: { value: 'person' },
  audit: { type: 'code', entity_type: 'code', entity_id: 'code', actor: 'person', modifications: 'person' },
  billing_document: { type: 'code', status: 'code', number: 'code', model: 'books' },
  billing_number: { sequence: 'code' },
  check_in_scan: { scanned_by: 'person', operation: 'code', status: 'code' },
  discount_rule: { discount_type: 'code', message: 'shop' },
  event: {
    kind: 'code',
    short_name: 'shop',
    format: 'code',
    location: 'shop',
    latitude: 'shop',
    longitude: 'shop',
    secret_key: 'code',
    call_links: 'shop',
  },
  field_value: { value: 'person' },
  file: { digest: 'code', content_type: 'code', content: 'shop' },
  mail: {
    checksum: 'code',
    recipient: 'person',
    sender_name: 'shop',
    reply_to: 'shop',
    subject: 'person',
    text_body: 'person',
    html_body: 'person',
    attachments: 'person',
    status: 'code',
    last_error: 'person',
  },
  former_ticket_id: { became: 'code', session_digest: 'code' },
  mail_request: { kind: 'code' },
  // An id of ours, and what went wrong with its row; gone with the next success, or after a day.
  job_failure: { job: 'code', kind: 'code', id: 'code', last_error: 'brief' },
  migration: { name: 'code', checksum: 'code' },
  organization: { name: 'shop', slug: 'shop', email: 'shop', description: 'shop', external_id: 'shop' },
  payment_transaction: {
    proxy: 'code',
    status: 'code',
    gateway_transaction_id: 'books',
    gateway_payment_id: 'books',
    currency: 'code',
    description: 'shop',
    metadata: 'person',
  },
  poll: { status: 'code', title: 'shop', description: 'shop', allowed_tags: 'shop' },
  poll_option: { title: 'shop', description: 'shop' },
  promo_code: {
    code: 'shop',
    code_type: 'code',
    discount_type: 'code',
    currency: 'code',
    description: 'shop',
    email_reference: 'person',
  },
  purchase_context: {
    kind: 'code',
    status: 'code',
    languages: 'code',
    title: 'shop',
    description: 'shop',
    short_description: 'shop',
    file_digest: 'code',
    website_url: 'shop',
    terms_url: 'shop',
    privacy_url: 'shop',
    time_zone: 'code',
    currency: 'code',
    vat_status: 'code',
    payment_proxies: 'code',
    tags: 'shop',
  },
  request_count: { name: 'code' },
  reservation: {
    status: 'code',
    language: 'code',
    currency: 'code',
    vat_status: 'code',
    first_name: 'person',
    last_name: 'person',
    email: 'person',
    customer_reference: 'person',
    billing: 'person',
    invoice_number: 'code',
    payment_method: 'code',
    payment_proxy: 'code',
    visit: 'code',
  },
  secret: { purpose: 'code', value: 'code' },
  setting: { key: 'code', value: 'shop' },
  spent_challenge: { digest: 'code' },
  sponsor_scan: { operator: 'person', notes: 'person', lead_status: 'code' },
  text_override: { language: 'code', key: 'code', value: 'shop' },
  ticket: {
    status: 'code',
    first_name: 'person',
    last_name: 'person',
    email: 'person',
    language: 'code',
    vat_status: 'code',
  },
  ticket_category: { name: 'shop', description: 'shop', access_type: 'code', code: 'shop' },
  token: { code: 'code', status: 'code', recipient_name: 'person', recipient_email: 'person' },
  vat_number_check: { country: 'code', number: 'brief' },
  waiting_list_entry: {
    kind: 'code',
    first_name: 'person',
    last_name: 'person',
    email: 'person',
    language: 'code',
    status: 'code',
  },
  wallet_pass: { kind: 'code', object_id: 'person', status: 'code' },
  wallet_registration: { device: 'person', push_token: 'person' },
}
