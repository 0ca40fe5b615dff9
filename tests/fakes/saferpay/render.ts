import { type FakeError, type FakePage, type FakeTransaction, TERMINAL, type World } from './world.ts'

/** The objects in answers of the stand-in, with more fields than the shop reads. */

type Json = Readonly<Record<string, unknown>>

const NAMES: Readonly<Record<string, string>> = {
  VISA: 'VISA',
  MASTERCARD: 'Mastercard',
  TWINT: 'TWINT',
  IDEAL: 'iDEAL',
}

export function renderTransaction(world: World, transaction: FakeTransaction, page?: FakePage): Json {
  const { id, type, status, order, captureId, method } = transaction
  const wrong = page && world.falsified.get(page.token)
  const currency = order.currency === 'EUR' ? 'USD' : 'EUR'
  return {
    Type: type,
    Status: status,
    Id: id,
    ...(captureId !== null && { CaptureId: captureId }),
    Date: new Date(world.now()).toISOString(),
    Amount: {
      Value: String(wrong?.has('amount') ? order.amount - 1n : order.amount),
      CurrencyCode: wrong?.has('currency') ? currency : order.currency,
    },
    // The modes have addresses of their own, and replies say nothing of them: what comes is another order's.
    OrderId: wrong?.has('mode') ? `of-another-account-${order.transactionId}` : order.orderId,
    AcquirerName: 'Saferpay Test Acquirer',
    AcquirerReference: '000000',
    SixTransactionReference: `0:0:3:${id}`,
    ApprovalCode: '012345',
    IssuerReference: { TransactionStamp: '0', SettlementDate: '1120' },
    PaymentMethodBrandNewField: method,
  }
}

export function renderAssertion(world: World, page: FakePage, transaction: FakeTransaction): Json {
  return {
    Transaction: renderTransaction(world, transaction, page),
    PaymentMeans: meansOf(transaction),
    Liability: {
      LiabilityShift: true,
      LiableEntity: 'ThreeDs',
      ThreeDs: { Authenticated: true, LiabilityShift: true, AuthenticationType: 'FRICTIONLESS' },
    },
  }
}

export const meansOf = ({ method }: FakeTransaction): Json => ({
  Brand: { PaymentMethod: method, Name: NAMES[method] ?? method },
  DisplayText: 'xxxx xxxx xxxx 0001',
})

export const renderError = (error: FakeError): Json => ({
  Behavior: error.behavior,
  ErrorName: error.name,
  ErrorMessage: error.message,
  ...(error.detail && { ErrorDetail: error.detail }),
  ...(error.payerMessage !== undefined && { PayerMessage: error.payerMessage }),
  ...(error.processorResult !== undefined && {
    ProcessorName: 'Saferpay Test Card',
    ProcessorResult: error.processorResult,
    ProcessorMessage: 'Test result',
  }),
})

export const renderTerminal = (id: string): Json => ({
  TerminalId: id,
  Type: 'ECOM',
  Description: 'Foyer',
  PaymentMethods: Object.entries(TERMINAL).map(([name, currencies]) => ({
    PaymentMethod: name,
    Currencies: currencies,
    LogoUrl: 'https://test.saferpay.com/logo.svg',
  })),
  Wallets: [{ WalletName: 'APPLEPAY' }, { WalletName: 'GOOGLEPAY' }],
})

export const renderLicense = (name: string): Json => ({
  Package: { Id: name.toUpperCase(), DisplayName: name },
  Features: [{ Id: 'REFUND', DisplayName: 'Refund' }],
})
