/** Fields that Stripe sends with each object and the shop does not read, as they are for payments like ours. */

const nothing = (...fields: readonly string[]): Readonly<Record<string, null>> =>
  Object.fromEntries(fields.map(field => [field, null]))

export const UNREAD = {
  intent: {
    amount_capturable: 0,
    confirmation_method: 'automatic',
    ...nothing('allowed_payment_method_types', 'application', 'automatic_payment_methods', 'canceled_at', 'customer'),
    ...nothing('customer_account', 'excluded_payment_method_types', 'managed_payments', 'on_behalf_of'),
    ...nothing('payment_method', 'payment_method_configuration_details', 'payment_method_options', 'payment_record'),
    ...nothing('processing', 'receipt_email', 'review', 'setup_future_usage', 'shipping', 'source'),
    ...nothing('statement_descriptor', 'statement_descriptor_suffix', 'transfer_group'),
  },
  charge: {
    captured: true,
    paid: true,
    billing_details: nothing('address', 'email', 'name', 'phone', 'tax_id'),
    fraud_details: {},
    ...nothing('application', 'application_fee', 'application_fee_amount', 'calculated_statement_descriptor'),
    ...nothing('customer', 'description', 'failure_balance_transaction', 'failure_message', 'on_behalf_of'),
    ...nothing('payment_method', 'receipt_email', 'receipt_number', 'receipt_url', 'review', 'shipping', 'source'),
    ...nothing('source_transfer', 'statement_descriptor', 'statement_descriptor_suffix', 'transfer_data'),
    ...nothing('transfer_group'),
  },
  refund: {
    ...nothing('balance_transaction', 'customer', 'customer_account', 'payment_method', 'reason', 'receipt_number'),
    ...nothing('source_transfer_reversal', 'transfer_reversal'),
  },
  dispute: {
    balance_transactions: [],
    enhanced_eligibility_types: [],
    evidence: {},
    intended_submission_method: null,
  },
  line: { balance_type: 'payments', description: null, exchange_rate: null, status: 'available' },
  endpoint: { api_version: null, application: null, description: null, metadata: {} },
  account: { details_submitted: true, email: null, payouts_enabled: true, type: 'standard' },
} as const
