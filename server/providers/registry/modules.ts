import { bankTransfer } from '#server/providers/bank-transfer/module.ts'
import type { InUse } from '#server/providers/port/module.ts'
import { mollie } from '#server/providers/mollie/module.ts'
import { onSite } from '#server/providers/on-site/module.ts'
import { PLATFORM_SETTINGS } from '#server/providers/port/platform-fee.ts'
import { paypal } from '#server/providers/paypal/module.ts'
import { saferpay } from '#server/providers/saferpay/module.ts'
import { stripe } from '#server/providers/stripe/module.ts'

/** Every provider of the program. */
export const MODULES = [stripe, mollie, saferpay, paypal, bankTransfer, onSite] as const

type Module = (typeof MODULES)[number]

/** What all of them have under this name, in one. */
type All<Name extends 'settings' | 'addresses'> = Together<Module[Name]>
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? { readonly [Key in keyof All]: All[Key] }
  : never

const all = <Name extends 'settings' | 'addresses'>(name: Name): All<Name> =>
  Object.assign({}, ...MODULES.map(module => module[name])) as All<Name>

/** What an organiser may state about each of them. */
export const PROVIDER_SETTINGS = all('settings')

const NAMED = { 'bank-transfer': bankTransfer, 'on-site': onSite, stripe, mollie, saferpay, paypal } as const

/** The settings of each provider by the name of its folder; those of platforms, which several have, are in `platform`. */
export const KEYS_BY_PROVIDER: Readonly<Record<keyof typeof NAMED | 'platform', readonly string[]>> = {
  ...mapped(NAMED, ({ settings }) => Object.keys(settings).filter(key => !Object.hasOwn(PLATFORM_SETTINGS, key))),
  platform: Object.keys(PLATFORM_SETTINGS),
}

function mapped<Name extends string, From, To>(named: Readonly<Record<Name, From>>, map: (from: From) => To) {
  return Object.fromEntries(Object.entries<From>(named).map(([name, from]) => [name, map(from)])) as Record<Name, To>
}

/** Where they are; docs/operating/configuration.md is made from it. */
export const PROVIDER_ADDRESSES = all('addresses')

export type AddressesInUse = InUse<typeof PROVIDER_ADDRESSES>
