import { type Instant, instant } from '#domain/foundation/instant.ts'
import { type Outcome, accepted, refused } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import type { SettingLevel } from '#domain/foundation/setting/definition.ts'
import type { EventDraft, StatedSetting, PromoCodeDraft } from '#domain/organiser/event-editing/event-draft.ts'
import type { EventRequest, LocalizedBody } from '#domain/organiser/event-editing/event-request.ts'
import type { DecodingContext } from '#domain/organiser/event-editing/reading.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { Queryable } from '#server/foundation/database/database.ts'
import { type DownloadLimits, download } from '#server/foundation/file/download.ts'
import { imageTypeOf } from '#server/foundation/file/image-type.ts'
import { MAX_IMAGE_BYTES, storeImage } from '#server/foundation/file/image.ts'
import { ownerOf } from '#server/foundation/heavy-work/fair-queue.ts'
import { shippedLanguages } from '#server/foundation/language/languages.ts'
import { hasText } from '#server/foundation/language/overrides.ts'
import { zoneExists } from '#server/foundation/language/dates.ts'
import { isRenderable } from '#server/foundation/markdown/rendered-markdown.ts'
import {
  problemsOfSettings,
  putSettings,
  describeSettingProblem,
  removeSetting,
} from '#server/foundation/setting/stated-settings.ts'
import type { SettingOwner } from '#server/foundation/setting/registry.ts'

/**
 * What is wrong with the settings of an event and its categories: in English, then the kind of the problem and the key, from
 * which the desk makes a sentence in the language of its member.
 */
export function problemsOfEventSettings({
  settings,
  categories,
}: Pick<EventDraft, 'settings' | 'categories'>): Problem[] {
  return [
    ...problemsOf(settings, 'context'),
    ...categories.flatMap(category => problemsOf(category.settings, 'category')),
  ]
}

function problemsOf(settings: readonly StatedSetting[], level: SettingLevel): Problem[] {
  return settings.flatMap(({ key, value, field }) =>
    problemsOfSettings([[key, value ?? '']], level)
      .filter(({ code }) => value !== null || code !== 'setting.value')
      .map(found => problem('setting-refused', { field, args: [describeSettingProblem(found), found.code, key] })),
  )
}

/** Stores settings that have been checked; those that are null are stated no more. */
export async function keepSettings(
  db: Queryable,
  owner: SettingOwner,
  settings: readonly StatedSetting[],
): Promise<void> {
  const stated = settings.flatMap(({ key, value }) => (value === null ? [] : [[key, value] as const]))
  const put = await putSettings(db, owner, stated)
  if (!put.ok) throw new Error(`settings were not checked: ${JSON.stringify(put.problems)}`)
  for (const { key, value } of settings) if (value === null) await removeSetting(db, owner, key)
}

/** How many texts of one request are rendered beside each other: no more are begun once one is too costly. */
const LANES = 8

/**
 * Says which description can't be rendered within its limits, so that its organiser learns it before visitors see it.
 * Rejects with WorkPutOff when it can't check at the moment.
 */
export async function problemsOfDescriptions(request: EventRequest, organization: { id: number }): Promise<Problem[]> {
  const owner = ownerOf(organization)
  const waiting = describedParts(request).flatMap(({ field, bodies }) =>
    (bodies ?? []).map(({ body }) => ({ field, body })),
  )
  const problems: Problem[] = []
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next && problems.length === 0; next = waiting.shift()) {
      const { field, body } = next
      if (!(await isRenderable(body, owner))) problems.push(problem('description-too-costly', { field }))
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return problems.slice(0, 1)
}

type Described = { readonly field: string; readonly bodies: readonly LocalizedBody[] | null | undefined }

function describedParts({ description, tickets, additionalServices }: EventRequest): Described[] {
  return [
    { field: 'description', bodies: description },
    ...(tickets?.categories ?? []).map((category, index) => ({
      field: `tickets.categories[${index}].description`,
      bodies: category.description,
    })),
    ...(additionalServices ?? []).map((service, index) => ({
      field: `additionalServices[${index}].description`,
      bodies: service.description,
    })),
  ]
}

const LOCAL_DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** What the rules about events need to know of the time, languages, currencies, zones, texts, and the organisation. */
export function decodingContext(
  { clock, texts }: Pick<Shop, 'clock' | 'texts'>,
  organizerCodes: readonly PromoCodeDraft[],
  { mayOnlyAnnounce = false }: { readonly mayOnlyAnnounce?: boolean } = {},
): DecodingContext {
  return {
    now: clock.now(),
    organizerCodes,
    mayOnlyAnnounce,
    languages: shippedLanguages,
    isCurrency: code => currencies.has(code),
    isTimeZone: zone => zoneExists(zone),
    instantOf: localMoment,
    isSkipped,
    isTextKey: key => hasText(texts, key),
  }
}

/** Such as 02:30 in the night in which summer time begins: read back, its moment is another hour. */
function isSkipped(local: string, zone: string): boolean {
  const stated = Temporal.PlainDateTime.from(local)
  return !stated.toZonedDateTime(zone).toPlainDateTime().equals(stated)
}

/** The moment of a local date-time; undefined when it is none. */
function localMoment(local: string, zone: string): Instant | undefined {
  if (!LOCAL_DATE_TIME.test(local)) return undefined
  try {
    return instant(Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * The image an event shall have: behind an address, in a file beside the event file, one that the shop has stored, or none.
 * Null keeps what is there.
 */
export type EventImage =
  | { readonly from: 'address'; readonly address: string }
  | { readonly from: 'file'; readonly name: string; readonly content: Buffer | undefined }
  | { readonly from: 'stored'; readonly digest: string; readonly isThere: boolean }
  | { readonly from: 'nothing' }
  | null

/** The bytes of an image that is new, the digest of one that is stored; null keeps what is there. */
export type ReadImage = Buffer | { readonly digest: string | null } | null

/** The address of an image that a request names; null when it names none. */
export function imageAt({ imageUrl }: { readonly imageUrl?: string | null }): EventImage {
  const address = imageUrl?.trim() ?? ''
  return address === '' ? null : { from: 'address', address }
}

/** Reads the image; refused when it can't be had or is no image. */
export async function fetchImage(
  image: EventImage,
  limits: Pick<DownloadLimits, 'allowsPrivateAddresses'>,
): Promise<Outcome<ReadImage>> {
  if (image === null) return accepted(null)
  if (image.from === 'nothing') return accepted({ digest: null })
  if (image.from === 'stored') {
    return image.isThere ? accepted({ digest: image.digest }) : refused(problem('image-unknown', { field: 'imageId' }))
  }
  const isFile = image.from === 'file'
  const content = isFile ? image.content : await download(image.address, { ...limits, maxBytes: MAX_IMAGE_BYTES })
  const isUsable = content !== undefined && content.length <= MAX_IMAGE_BYTES && imageTypeOf(content) !== undefined
  if (isUsable) return accepted(content)
  const [field, name] = isFile ? ['image', image.name] : ['imageUrl', image.address]
  return refused(problem('image-unusable', { field, args: [name] }))
}

/** Stores an image that `fetchImage` accepted; undefined keeps what is there, null removes it. */
export async function keepImage(db: Queryable, content: ReadImage, now: Instant): Promise<string | null | undefined> {
  if (content === null) return undefined
  if ('digest' in content) return content.digest
  const digest = await storeImage(db, content, now)
  if (digest === undefined) throw new Error('an image that was accepted could not be stored')
  return digest
}
