import type { ListQuery, Query } from '#server/providers/port/online.ts'
import { valueOf } from '#server/providers/port/answer.ts'
import { OF_ACCOUNT, type Own, accountIn } from './account.ts'
import { type Answer, type Client, clientOf } from './client.ts'
import { METHODS } from './methods.ts'
import type { Terminal } from './replies.ts'

/** What is wrong with the settings, one sentence each. Where nothing of Saferpay is set, nothing is wrong. */
export async function check(base: string | null, { settings, signal }: Query<Own>): Promise<readonly string[]> {
  const account = accountIn(settings)
  if (!account) {
    const missing = OF_ACCOUNT.filter(key => settings.text(key) === null)
    return settings.flag('SAFERPAY_ENABLED') ? missing.map(key => `${key} is missing.`) : []
  }
  const client = clientOf(base, { settings, account, signal })
  const mode = account.live ? 'live' : 'test'
  const answer = await client.terminal(account.terminal)
  if (answer.kind !== 'ok') return [problemOf(answer, { mode, terminal: account.terminal })]
  return [...ofTerminal(answer.value, settings), ...(await ofLicense(client))]
}

type Where = { readonly mode: string; readonly terminal: string }

function problemOf(failure: Exclude<Answer<unknown>, { kind: 'ok' }>, { mode, terminal }: Where): string {
  const { summary } = failure
  if (failure.kind === 'error' && failure.name === 'AUTHENTICATION_FAILED') {
    return `Saferpay's ${mode} environment refuses SAFERPAY_API_USERNAME or SAFERPAY_API_PASSWORD (${summary}).`
  }
  if (failure.kind === 'error') {
    return `Saferpay's ${mode} environment does not show terminal ${terminal} of this customer to this user (${summary}).`
  }
  return `Saferpay could not be asked (${summary}).`
}

function ofTerminal({ Type: type, PaymentMethods: taken }: Terminal, settings: Own): readonly string[] {
  const isOther = type !== undefined && type !== 'ECOM'
  const missing = settings
    .list('SAFERPAY_METHODS')
    .filter(name => !METHODS[name]?.isWallet && taken?.every(({ PaymentMethod: method }) => method !== name))
  return [
    ...(isOther ? [`SAFERPAY_TERMINAL_ID is a terminal of type ${type}: payments online need one of type ECOM.`] : []),
    ...(taken && missing.length > 0 ? [`The terminal does not take ${missing.join(', ')}.`] : []),
  ]
}

/** Refunds come with a larger licence only. */
async function ofLicense(client: Client): Promise<readonly string[]> {
  const answer = await client.license()
  if (answer.kind !== 'ok') return []
  const stated = JSON.stringify(answer.value.Package ?? '')
  return stated === '""' || /business/i.test(stated)
    ? []
    : ["The licence is not of the kind 'Business': refunds may have to be made in Saferpay's back office."]
}

/** What the terminal takes in the currency of a sum. */
export async function list(base: string | null, query: ListQuery<Own>): Promise<readonly string[]> {
  const { settings, signal, due } = query
  const account = accountIn(settings)
  if (!account) return []
  const answer = valueOf(await clientOf(base, { settings, account, signal }).terminal(account.terminal))
  const { PaymentMethods: methods = [], Wallets: wallets = [] } = answer
  const inCurrency = methods.filter(({ Currencies: codes }) => codes === undefined || codes.includes(due.currency))
  return [...inCurrency.map(({ PaymentMethod: name }) => name), ...wallets.flatMap(walletName)]
}

/** Listed by its name, or with more about it. */
function walletName(wallet: unknown): string[] {
  if (typeof wallet === 'string') return [wallet]
  const name = typeof wallet === 'object' && wallet !== null && 'WalletName' in wallet ? wallet.WalletName : undefined
  return typeof name === 'string' ? [name] : []
}
