import type { RequiredFields } from '../held-answers.ts'

const SUM = (field: string) => [`${field}.currency_code`, `${field}.value`]
const within = (part: string, fields: readonly string[]) => fields.map(field => `${part}.${field}`)

const LINKS = ['links[].href', 'links[].rel', 'links[].method']
const CAPTURE = [
  'id',
  'status',
  'final_capture',
  'custom_id',
  'create_time',
  'update_time',
  ...SUM('amount'),
  ...SUM('seller_receivable_breakdown?.gross_amount'),
  ...SUM('seller_receivable_breakdown?.paypal_fee'),
  ...SUM('seller_receivable_breakdown?.net_amount'),
  ...LINKS,
]
const REFUND = [
  'id',
  'status',
  'create_time',
  'update_time',
  ...SUM('amount'),
  ...SUM('seller_payable_breakdown.gross_amount'),
  ...SUM('seller_payable_breakdown.paypal_fee'),
  ...SUM('seller_payable_breakdown.net_amount'),
  ...SUM('seller_payable_breakdown.total_refunded_amount'),
  ...LINKS,
]
const DISPUTE = ['dispute_id', 'reason', 'status', 'create_time', 'disputed_transactions[].seller_transaction_id']

/** What PayPal's answers have. Its errors come with a list of details, those of tokens with a text. */
export const REQUIRED: RequiredFields = {
  answers: [
    {
      call: /^POST \/v1\/oauth2\/token$/,
      fields: ['access_token', 'token_type', 'expires_in', 'scope', 'app_id', 'nonce'],
    },
    { call: /^POST \/v2\/checkout\/orders(\/\w+\/capture)?$/, fields: ['id', 'status', ...LINKS] },
    {
      call: /^GET \/v2\/checkout\/orders\/\w+$/,
      fields: [
        'id',
        'intent',
        'status',
        'create_time',
        'payment_source.paypal',
        'purchase_units[].reference_id',
        ...SUM('purchase_units[].amount'),
        ...within('purchase_units[].payments?.captures[]', CAPTURE),
        ...LINKS,
      ],
    },
    { call: /^GET \/v2\/payments\/captures\/\w+$/, fields: CAPTURE },
    { call: /^POST \/v2\/payments\/captures\/\w+\/refund$/, fields: REFUND },
    { call: /^GET \/v2\/payments\/refunds\/\w+$/, fields: REFUND },
    { call: /^GET \/v1\/customer\/disputes$/, fields: ['items[].dispute_id', 'items[].status', 'links[]'] },
    { call: /^GET \/v1\/customer\/disputes\/\S+$/, fields: [...DISPUTE, ...SUM('dispute_amount')] },
    {
      call: /^GET \/v1\/notifications\/webhooks$/,
      fields: ['webhooks[].id', 'webhooks[].url', 'webhooks[].event_types[].name'],
    },
    {
      call: /^message$/,
      fields: [
        'id',
        'create_time',
        'resource_type',
        'resource_version',
        'event_type',
        'event_version',
        'summary',
        'resource',
        'links[]',
      ],
    },
  ],
  refusals: [
    { call: /oauth2\/token 40[01]$/, fields: ['error', 'error_description'] },
    { call: /./, fields: ['name', 'message', 'debug_id'] },
  ],
}
