import type { Instant } from '#domain/foundation/instant.ts'
import type { Online } from '#server/providers/port/online.ts'
import type { ProviderSettings } from '#server/providers/registry/registry.ts'
import type { Services } from '#server/foundation/services.ts'
import { SETTINGS, type SettingKey, isSecret } from '#server/foundation/setting/registry.ts'
import { UnreadableSecret, unlessUnreadable } from '#server/foundation/setting/sealed-value.ts'
import type { Settings } from '#server/foundation/setting/settings.ts'
import { type ConfiguredPlace, configuredPlaces } from './configured-places.ts'
import { type Genuineness, listArrivals } from './webhook-arrivals.ts'

/** One configuration of a provider, and what it says about it. */
export type CheckedProvider = {
  readonly proxy: string
  /** Where it holds. */
  readonly places: readonly string[]
  /** What is wrong, one sentence each, without secrets; null where it was not asked, for there are too many. */
  readonly wrong: readonly string[] | null
  /** When messages have arrived last for these places; null for a provider that sends none. */
  readonly arrivals: Arrivals | null
}

export type Arrivals = Readonly<Partial<Record<Genuineness, Instant>>>

type Needed = Pick<Services, 'config' | 'db' | 'clock' | 'providers'>

/** How long a provider may think about one configuration, and how many of them are asked about. */
const LONGEST_CHECK_MS = 10_000
const MOST_CHECKS = 30

/** Asks every provider about every configuration it has somewhere, each one once. */
export async function checkProviders(
  shop: Needed,
  { longestMs = LONGEST_CHECK_MS, most = MOST_CHECKS } = {},
): Promise<readonly CheckedProvider[]> {
  const places = await configuredPlaces(shop.db, shop.clock.now())
  const arrivals = await listArrivals(shop.db)
  const found: CheckedProvider[] = []
  for (const { proxy, online } of shop.providers) {
    if (!online) continue
    const checks = await checkEverywhere(places, most, settings => check(shop, online, settings, longestMs))
    const takesMessages = online.webhooks.length > 0
    const ours = arrivals.filter(arrival => arrival.proxy === proxy)
    found.push(
      ...checks.map(({ places: at, wrong }) => ({
        proxy,
        places: at.map(({ name }) => name),
        wrong,
        arrivals: takesMessages ? arrivalsAt(ours, at) : null,
      })),
    )
  }
  return found
}

type Checked = { readonly note: ReadNote; readonly wrong: readonly string[] }
type CheckedPlaces = { readonly places: ConfiguredPlace[]; readonly wrong: readonly string[] | null }

/** One provider at all places. Where it reads the same settings it says the same, and is not asked again. */
async function checkEverywhere(
  places: readonly ConfiguredPlace[],
  most: number,
  ask: (settings: Settings) => Promise<Checked>,
): Promise<readonly CheckedPlaces[]> {
  const checked: (Checked & { readonly places: ConfiguredPlace[] })[] = []
  const unasked: ConfiguredPlace[] = []
  for (const place of places) {
    const settings = await place.load()
    const same = checked.find(({ note }) => note.isSameAt(settings))
    if (same) same.places.push(place)
    else if (checked.length >= most) unasked.push(place)
    else checked.push({ ...(await ask(settings)), places: [place] })
  }
  const configured: CheckedPlaces[] = checked.filter(({ note }) => note.isStated())
  return unasked.length === 0 ? configured : [...configured, { places: unasked, wrong: null }]
}

async function check(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  online: Online<ProviderSettings>,
  settings: Settings,
  longestMs: number,
): Promise<Checked> {
  const note = notingReads(settings)
  const signal = AbortSignal.timeout(longestMs)
  const query = { settings: note.reader, now: clock.now(), shop: config.baseUrl, signal }
  const wrong = await Promise.race([online.check(query), timeOf(signal)]).catch(describeFailure)
  return { note, wrong: wrong.map(sentence => note.withoutSecrets(sentence)) }
}

/** What one provider says about the settings of one place: one sentence each, without secrets; empty when all is well. */
export async function checkPlace(
  shop: Pick<Services, 'config' | 'clock'>,
  online: Online<ProviderSettings>,
  settings: Settings,
): Promise<readonly string[]> {
  return (await check(shop, online, settings, LONGEST_CHECK_MS)).wrong
}

const TOO_LATE = ['There was no answer in time.']

/** A provider may overlook its signal. */
function timeOf(signal: AbortSignal): Promise<readonly string[]> {
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(TOO_LATE), { once: true }))
}

/** An error may quote the provider, so only our own errors are shown whole. */
function describeFailure(error: unknown): readonly string[] {
  if (error instanceof UnreadableSecret) return [`${error.message}.`]
  if (error instanceof Error && error.name === 'TimeoutError') return TOO_LATE
  return [`It could not be asked (${error instanceof Error ? error.name : typeof error}).`]
}

type Arrival = { readonly organizationId: number | null; readonly genuineness: Genuineness; readonly at: Instant }

/** The latest first. A place of the shop covers the messages for all organisers. */
function arrivalsAt(arrivals: readonly Arrival[], places: readonly ConfiguredPlace[]): Arrivals {
  const isOfShop = places.some(({ organizationId }) => organizationId === null)
  const here = arrivals.filter(
    ({ organizationId }) => isOfShop || places.some(place => place.organizationId === organizationId),
  )
  return Object.fromEntries(here.toReversed().map(({ genuineness, at }) => [genuineness, at]))
}

/** What a process has read of the settings of one place. */
type ReadNote = {
  readonly reader: ProviderSettings
  /** Would the same have been read at another place? Then a process that reads there gets the same result. */
  isSameAt(settings: Settings): boolean
  /** Has anything that was read been stated? */
  isStated(): boolean
  /** The text without the secrets that were read. */
  withoutSecrets(text: string): string
}

type Read = (settings: Settings) => unknown

/** Hands out the settings of a place, and notes what is read. */
function notingReads(settings: Settings): ReadNote {
  const reads = new Map<SettingKey, Read>()
  const secrets = new Set<string>()
  const noted = <Key extends SettingKey, Value>(read: (from: Settings, key: Key) => Value) => {
    return (key: Key): Value => {
      reads.set(key, from => read(from, key))
      const value = read(settings, key)
      if (isSecret(key) && typeof value === 'string') secrets.add(value)
      return value
    }
  }
  return {
    reader: {
      number: noted((from, key) => from.number(key)),
      flag: noted((from, key) => from.flag(key)),
      text: noted((from, key) => from.text(key)),
      list: noted((from, key) => from.list(key)),
    },
    isSameAt: others => [...reads.values()].every(read => written(read, others) === written(read, settings)),
    isStated: () => [...reads].some(([key, read]) => written(read, settings) !== JSON.stringify(SETTINGS[key].default)),
    withoutSecrets: text => [...secrets].reduce((left, secret) => left.replaceAll(secret, '…'), text),
  }
}

const written = (read: Read, settings: Settings): string =>
  unlessUnreadable(() => JSON.stringify(read(settings)), 'unreadable')
