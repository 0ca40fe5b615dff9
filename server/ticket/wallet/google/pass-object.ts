import { filePath, pathTo } from '#contract/paths.ts'
import type { Pass } from '#domain/catalog/catalog/pass.ts'
import { displayName } from '#domain/catalog/catalog/common-context.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { passPin } from '#domain/order/pass/pass-code.ts'
import { fullName } from '#domain/ticket/ticket/ticket.ts'
import { momentText } from '#server/foundation/language/dates.ts'
import { type Texts, sayIn } from '#server/foundation/language/texts.ts'
import type { GoodPass } from '#server/order/order/good-pass.ts'
import { isoMoment } from '#server/foundation/base/time.ts'
import type { Resource } from './client.ts'

/** The layout of all bought passes; the content of one is in its object (lifecycle G). */
export function genericClass(id: string): Resource {
  return {
    id,
    classTemplateInfo: {
      cardTemplateOverride: {
        cardRowTemplateInfos: [
          { twoItems: { startItem: item('owner'), endItem: item('valid') } },
          { oneItem: { item: item('entries') } },
        ],
      },
    },
  }
}

const item = (id: string) => ({ firstValue: { fields: [{ fieldPath: `object.textModulesData['${id}']` }] } })

type ObjectFacts = {
  readonly id: string
  readonly classId: string
  readonly good: GoodPass
  readonly baseUrl: string
  /** Where tickets are chosen with it. */
  readonly useUrl: string
  readonly texts: Pick<Texts, 'text'>
}

/** A bought pass as its owner has it, in the language of its order (lifecycle G). */
export function genericObject({ id, classId, good, baseUrl, useUrl, texts }: ObjectFacts): Resource {
  const { pass, order } = good
  const { context } = order.offer
  const { language, contact } = order.reservation
  const say = sayIn(texts, language)
  const text = (value: string) => ({ defaultValue: { language, value } })
  const { valid, maxEntries } = pass
  const until =
    valid.to === null ? say('foyer.pass.valid.always') : momentText(valid.to, { timeZone: context.timeZone, language })
  return {
    id,
    classId,
    state: 'ACTIVE',
    cardTitle: text(context.organization.name),
    header: text(displayName(context)),
    hexBackgroundColor: '#FFFFFF',
    ...(context.fileDigest !== null && {
      logo: { sourceUri: { uri: `${baseUrl}${pathTo(filePath, { digest: context.fileDigest })}` } },
    }),
    textModulesData: [
      { id: 'owner', header: say('ticket.holder'), body: fullName(pass.owner ?? contact) },
      { id: 'valid', header: say('foyer.mail.pass.valid-until'), body: until },
      ...(maxEntries === null
        ? []
        : [{ id: 'entries', header: say('foyer.mail.pass.entries'), body: String(maxEntries) }]),
    ],
    linksModuleData: {
      uris: [{ id: 'use', uri: useUrl, description: say('reservation.confirmation.email.subscription.button') }],
    },
    ...intervalOf(valid, context),
    ...(pass.areCodesShown && { barcode: { type: 'QR_CODE', value: pass.id, alternateText: passPin(pass.id) } }),
  }
}

/** Google moves what is over out of sight by itself. */
function intervalOf({ from, to }: GoodPass['pass']['valid'], { timeZone }: Pass) {
  const at = (moment: Instant) => ({ date: isoMoment(moment, timeZone) })
  if (from === null && to === null) return {}
  return { validTimeInterval: { ...(from !== null && { start: at(from) }), ...(to !== null && { end: at(to) }) } }
}
