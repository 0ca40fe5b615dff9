import type { Pass } from '#domain/catalog/catalog/pass.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import type { BoughtPass } from '#domain/order/pass/bought-pass.ts'
import { passPin } from '#domain/order/pass/pass-code.ts'
import { renderedText } from '#server/foundation/markdown/rendered-markdown.ts'
import { type Say, sayIn } from '#server/foundation/language/texts.ts'
import { isoMoment } from '#server/foundation/base/time.ts'
import { CHANGES, type FrameFacts, frameOf, qrCode } from './frame.ts'

/** The bought pass as its owner has it; once it is void, nothing on it names the owner. */
export type OwnedPass = {
  readonly bought: BoughtPass
  readonly ownerName: string
  /** Where tickets are chosen with it. */
  readonly useUrl: string
}

export type BoughtPassFacts = FrameFacts & { readonly pass: Pass; readonly owned: OwnedPass | undefined }

/** What `pass.json` says of a bought pass (lifecycle G). */
export function boughtPassJson(facts: BoughtPassFacts): object {
  const { pass, owned } = facts
  const to = owned?.bought.valid.to ?? null
  return {
    ...frameOf(facts, pass),
    ...(to !== null && { expirationDate: isoMoment(to, pass.timeZone) }),
    ...(owned ? barcodeOf(owned) : { voided: true }),
    generic: fieldsOf(facts),
  }
}

/** Where codes are not to be shown, there is none to be read either. */
const barcodeOf = ({ bought: { id, areCodesShown } }: OwnedPass) =>
  areCodesShown ? { barcodes: [qrCode(id, passPin(id))] } : {}

function fieldsOf(facts: BoughtPassFacts): object {
  const { pass, owned, language, texts } = facts
  const say = sayIn(texts, language)
  return {
    primaryFields: [{ key: 'pass', label: pass.organization.name, value: displayName(pass), ...CHANGES }],
    secondaryFields: owned ? [{ key: 'owner', label: say('ticket.holder'), value: owned.ownerName }] : [],
    auxiliaryFields: owned ? termsOf(owned.bought, pass, say) : [],
    backFields: backOf(facts, say),
  }
}

function termsOf({ valid, maxEntries }: BoughtPass, { timeZone }: Pass, say: Say): readonly object[] {
  const day = (key: string, label: string, moment: Instant | null) =>
    moment === null
      ? []
      : [
          {
            key,
            label: say(label),
            value: isoMoment(moment, timeZone),
            dateStyle: 'PKDateStyleMedium',
            timeStyle: 'PKDateStyleNone',
            // As the calendar of the pass says it, wherever the telephone is.
            ignoresTimeZone: true,
            ...CHANGES,
          },
        ]
  return [
    ...day('validFrom', 'foyer.mail.pass.valid-from', valid.from),
    ...day('validTo', 'foyer.mail.pass.valid-until', valid.to),
    ...(maxEntries === null
      ? []
      : [{ key: 'entries', label: say('foyer.mail.pass.entries'), value: maxEntries, ...CHANGES }]),
  ]
}

function backOf({ pass, owned, language }: BoughtPassFacts, say: Say): readonly object[] {
  const { organization } = pass
  const about = renderedText(inLanguage(pass.description, language))
  const useIt = 'reservation.confirmation.email.subscription.button'
  return [
    ...(owned ? [{ key: 'use', label: say(useIt), value: owned.useUrl }] : []),
    ...(about === '' ? [] : [{ key: 'desc', label: displayName(pass), value: about }]),
    { key: 'credits', label: say('ticket.organized-by'), value: `${organization.name}\n${organization.email}` },
  ]
}
