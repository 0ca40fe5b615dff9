import {
  CONTEXT,
  ORGANIZATION,
  SYSTEM,
  type SettingDefinitions,
  flag,
  list,
  secret,
  text,
} from '#server/setting-definition/definition.ts'
import { METHODS } from './methods.ts'

const AMOUNT = /^\d{1,7}(\.\d{1,3})?$/
const PERCENTAGE = /^(100|\d{1,2}(\.\d{1,4})?)$/

/** What the operator keeps is stated by the operator: an event can't change it. */
const FEES = {
  PLATFORM_FEE_PERCENTAGE: text(
    ORGANIZATION,
    "Percentage of an order that is the operator's, such as 1.5.",
    PERCENTAGE,
  ),
  PLATFORM_FEE_FIXED: text(ORGANIZATION, 'Amount for each ticket besides, in the currency of the order.', AMOUNT),
  PLATFORM_FEE_MINIMUM: text(ORGANIZATION, "The least that is the operator's for each ticket.", AMOUNT),
  PLATFORM_FEE_MAXIMUM: text(ORGANIZATION, "The most that is the operator's for each ticket.", AMOUNT),
} as const

export const STRIPE_SETTINGS = {
  STRIPE_CC_ENABLED: flag(false, CONTEXT, 'Offer cards and other methods of Stripe.'),
  STRIPE_SECRET_KEY: secret(CONTEXT, "Stripe's secret or restricted key (sk_ or rk_)."),
  STRIPE_PUBLIC_KEY: text(CONTEXT, "Stripe's publishable key.", /^pk_(test|live)_\w+$/),
  STRIPE_WEBHOOK_PAYMENT_KEY: secret(CONTEXT, 'Secret of the webhook endpoint for payments (whsec_).'),
  STRIPE_WEBHOOK_KEY: secret(CONTEXT, 'Secret of the webhook endpoint for connected accounts (whsec_).'),
  STRIPE_ENABLE_SCA: flag(true, CONTEXT, 'Let banks authenticate buyers (3-D Secure); European banks refuse without.'),
  STRIPE_METHODS: {
    ...list(CONTEXT, "Stripe's names of the methods that are offered.", Object.keys(METHODS)),
    default: ['card'],
  },
  PLATFORM_MODE_ENABLED: flag(false, SYSTEM, "Take payments on the organisers' own accounts (Connect)."),
  STRIPE_CONNECTED_ID: text(
    CONTEXT,
    "The organiser's own account, by which the platform takes payments.",
    /^acct_\w+$/,
  ),
  ...FEES,
} as const satisfies SettingDefinitions
