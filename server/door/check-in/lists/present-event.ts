import type { EventForCheckIn } from '#contract/check-in.ts'
import { eventPagePath, filePath, pathTo } from '#contract/paths.ts'
import type { Instant } from '#domain/foundation/instant.ts'
import { inLanguage } from '#domain/foundation/language/texts.ts'
import { secondOf } from '#server/foundation/base/time.ts'
import type { Shop } from '#server/catalog/context.ts'
import type { EventOfDoor } from '../event-store.ts'

/** An event with whole addresses: a scanning app knows nothing of the shop but where it asks. */
export function presentEvent({ config: { baseUrl } }: Pick<Shop, 'config'>, event: EventOfDoor): EventForCheckIn {
  const { shortName, title, languages, description, shortDescription, startsAt, endsAt, timeZone } = event
  return {
    name: inLanguage(title, languages[0]),
    key: shortName,
    location: event.location,
    timeZone,
    url: `${baseUrl}${pathTo(eventPagePath, { shortName })}`,
    begin: secondOf(startsAt),
    end: secondOf(endsAt),
    latitude: event.latitude,
    longitude: event.longitude,
    imageUrl: event.fileDigest === null ? null : `${baseUrl}${pathTo(filePath, { digest: event.fileDigest })}`,
    apiVersion: 205,
    descriptions: languages.map(locale => ({
      locale,
      description: description[locale] ?? '',
      shortDescription: shortDescription[locale] ?? '',
    })),
    oneDay: dayOf(startsAt, timeZone).equals(dayOf(endsAt, timeZone)),
  }
}

const dayOf = (moment: Instant, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDate()
