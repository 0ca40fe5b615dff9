import type { RequiredFields } from '../held-answers.ts'

const HEADER = ['ResponseHeader.SpecVersion', 'ResponseHeader.RequestId']
const TRANSACTION = [
  'Type',
  'Status',
  'Id',
  'Date',
  'Amount.Value',
  'Amount.CurrencyCode',
  'SixTransactionReference',
].map(field => `Transaction.${field}`)
const MEANS = ['PaymentMeans.Brand.PaymentMethod', 'PaymentMeans.Brand.Name', 'PaymentMeans.DisplayText']
const LIABILITY = ['LiabilityShift', 'LiableEntity', 'ThreeDs?.Authenticated'].map(field => `Liability.${field}`)

/** What Saferpay's answers have. */
export const REQUIRED: RequiredFields = {
  answers: [
    { call: /PaymentPage\/Initialize$/, fields: [...HEADER, 'Token', 'Expiration', 'RedirectUrl'] },
    { call: /PaymentPage\/Assert$/, fields: [...HEADER, ...TRANSACTION, ...MEANS, ...LIABILITY] },
    { call: /Transaction\/Capture$/, fields: [...HEADER, 'CaptureId', 'Status', 'Date'] },
    { call: /Transaction\/Cancel$/, fields: [...HEADER, 'TransactionId', 'Date'] },
    { call: /Transaction\/Refund$/, fields: [...HEADER, ...TRANSACTION, ...MEANS] },
    { call: /Transaction\/Inquire$/, fields: [...HEADER, ...TRANSACTION, ...MEANS] },
    { call: /\/license$/, fields: ['Package.Id', 'Package.DisplayName', 'Features[].Id', 'Features[].DisplayName'] },
    {
      call: /\/terminals\/\d+$/,
      fields: [
        'TerminalId',
        'Type',
        'PaymentMethods[].PaymentMethod',
        'PaymentMethods[].Currencies[]',
        'Wallets[].WalletName',
      ],
    },
  ],
  refusals: [{ call: /./, fields: [...HEADER, 'Behavior', 'ErrorName', 'ErrorMessage'] }],
}
