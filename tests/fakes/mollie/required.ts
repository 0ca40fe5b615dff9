import type { RequiredFields } from '../held-answers.ts'

const SUM = (field: string) => [`${field}.currency`, `${field}.value`]

const PAGES = ['_links.self.href', '_links.previous', '_links.next']

const PAYMENT = ['id', 'mode', 'createdAt', ...SUM('amount'), 'description', 'metadata', 'method', 'status']

/** What Mollie's answers have: every object says by `resource` what it is. */
export const REQUIRED: RequiredFields = {
  answers: [
    { call: /^POST \/oauth2\/tokens$/, fields: ['access_token', 'refresh_token', 'expires_in', 'token_type'] },
    { call: /^GET \/v2\/methods$/, fields: ['count', '_embedded.methods[]', '_links.self.href'] },
    { call: /^GET \/v2\/payments$/, fields: ['count', '_embedded.payments[]', ...PAGES] },
    { call: /^GET \/v2\/(payments\/\w+\/)?refunds$/, fields: ['count', '_embedded.refunds[]', ...PAGES] },
    { call: /^GET \/v2\/(payments\/\w+\/)?chargebacks$/, fields: ['count', '_embedded.chargebacks[]', ...PAGES] },
    { call: /^\w+ \/v2\/(payments|profiles)/, fields: ['resource'] },
  ],
  refusals: [
    { call: /oauth2\/tokens 40[01]$/, fields: ['error'] },
    { call: /./, fields: ['status', 'title', 'detail', '_links.documentation.href'] },
  ],
  objects: {
    kind: 'resource',
    fields: {
      payment: [...PAYMENT, 'isCancelable', 'profileId', 'sequenceType', 'redirectUrl', 'details', '_links.self.href'],
      refund: [
        ...SUM('amount'),
        'id',
        'mode',
        'description',
        'metadata',
        'paymentId',
        'status',
        'createdAt',
        '_links.self.href',
      ],
      chargeback: [...SUM('amount'), 'id', 'paymentId', 'createdAt', 'reversedAt', '_links.self.href'],
      method: [
        'id',
        'description',
        'minimumAmount',
        'maximumAmount',
        'image.size1x',
        'image.size2x',
        'image.svg',
        'status',
        '_links.self.href',
      ],
      profile: ['id', 'mode', 'name', 'website', 'email', 'phone', 'status', 'createdAt', '_links.self.href'],
    },
  },
}
