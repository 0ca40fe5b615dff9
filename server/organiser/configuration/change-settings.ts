import { sql } from 'kysely'
import { type Principal, type Scope, may } from '#domain/access/principal/principal.ts'
import { LEGAL_KINDS, SETTING_OF_LEGAL_KIND } from '#domain/catalog/legal-text/legal-kind.ts'
import { type Outcome, accepted, acceptedUnless } from '#domain/foundation/outcome.ts'
import { type Problem, problem } from '#domain/foundation/problem.ts'
import { cleanText } from '#domain/foundation/text/clean-text.ts'
import { isUuid } from '#domain/foundation/uuid.ts'
import { actorOf } from '#server/access/member/audit.ts'
import type { Shop } from '#server/catalog/context.ts'
import { type Queryable, type Tx, transaction } from '#server/foundation/database/database.ts'
import { readImage } from '#server/foundation/file/image.ts'
import { SETTINGS, type SettingKey, isSecret, isSettingKey } from '#server/foundation/setting/registry.ts'
import { environmentSettings } from '#server/foundation/setting/settings.ts'
import {
  problemsOfSettings,
  putSettings,
  removeSetting,
  statedAround,
} from '#server/foundation/setting/stated-settings.ts'
import { mailServerOfEnvironment } from '#server/mail/letter/mail-server.ts'
import { type Actor, recordChange } from '#server/foundation/audit/change-log.ts'
import { changeBesideEditor } from '#server/organiser/event-editing/change-beside-editor.ts'
import { type DescribedSetting, describeSetting, isOfLevel, levelOf, ownerOf } from './describe-settings.ts'
import { groupOf } from './groups.ts'
import { kindOf } from './kinds.ts'
import { isWrongAccount, refusalOf } from './setting-refusals.ts'
import { whyUnusable } from './unusable.ts'

type Needs = Pick<Shop, 'db' | 'clock' | 'config'>

/** A setting's new text; null leaves it to the level above. */
export type SettingChanges = Readonly<Record<string, string | null>>

type Change = {
  readonly scope: Scope
  readonly by: Principal
  readonly changes: SettingChanges
  /** What the place itself stated when the caller read it; null for nothing. Keys may be left out. */
  readonly was?: SettingChanges
}

/**
 * May the principal state the setting at this place? What is of the whole shop is for who administers it. Of an event its editors
 * also decide how is paid, but not to whom: accounts and secrets are texts.
 * @param isOfEvent Also of one that is to be created, for which the place is its organisation.
 */
export function mayState(
  principal: Principal,
  key: SettingKey,
  scope: Scope,
  isOfEvent: boolean = scope.kind === 'event',
): boolean {
  const { verb } = groupOf(key)
  if (scope.kind === 'shop' || verb === 'administer-shop') return may(principal, 'administer-shop', 'shop')
  const isText = SETTINGS[key].type === 'text'
  return may(principal, isOfEvent && !isText ? 'manage-events' : verb, scope) || may(principal, verb, scope)
}

/**
 * States settings, or leaves them to the level above: all or none of them. Refused by field where one is unknown, not for
 * this place, this caller or this value, fixed by the environment, or changed by another person meanwhile.
 */
export async function changeSettings(shop: Needs, { scope, by, changes, was = {} }: Change): Promise<Outcome<void>> {
  const change = { scope, by, changes: cleanedChanges(changes), was }
  const actor = await actorOf(shop.db, by)
  const now = shop.clock.now()
  return transaction(shop.db, async tx => {
    if (scope.kind === 'event')
      return changeBesideEditor(tx, { contextId: scope.eventId, by: actor, now }, async () => {
        const stated = await stateSettings(tx, shop, change)
        return stated.ok ? accepted(undefined) : stated
      })
    await lockSettings(tx, scope)
    return stateLocked(tx, shop, { ...change, scope, actor })
  })
}

type LockedChange = Required<Change> & { readonly scope: Exclude<Scope, { kind: 'event' }>; readonly actor: Actor }

/** States settings of the shop or an organisation, whose settings are locked, and notes it. Refused as `changeSettings` is. */
export async function stateLocked(tx: Tx, shop: Needs, { actor, ...change }: LockedChange): Promise<Outcome<void>> {
  const { scope, changes } = change
  const stated = await stateSettings(tx, shop, change)
  if (!stated.ok) return stated
  const { before, after } = stated.value
  const keys = Object.keys(changes).filter(isSettingKey)
  await recordChange(tx, actor, {
    kind: 'SETTING',
    action: 'SETTINGS_CHANGED',
    subject: keys.join(', '),
    organizationId: scope.kind === 'shop' ? null : scope.organizationId,
    before: { settings: shownTo(keys, before, changes) },
    after: { settings: shownTo(keys, after, changes) },
    now: shop.clock.now(),
  })
  return accepted(undefined)
}

type Stated = { readonly before: SettingsAt; readonly after: SettingsAt }

/** Checks changes of settings at a place that is locked, and stores them. */
async function stateSettings(
  tx: Tx,
  shop: Needs,
  { scope, by, changes, was }: Required<Change>,
): Promise<Outcome<Stated>> {
  const before = await settingsAt(tx, shop, scope)
  const problems = [
    ...problemsOfChanges(shop, { scope, by, changes }, before),
    ...changedMeanwhile(was, before),
    ...(await lostPictures(tx, changes)),
    ...(await foreignLegalTexts(tx, scope, changes)),
  ]
  const decision = acceptedUnless(problems, undefined)
  if (!decision.ok) return decision
  const owner = ownerOf(scope)
  const stated = Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== null)
  const put = await putSettings(tx, owner, stated)
  if (!put.ok) return put
  for (const [key, value] of Object.entries(changes)) if (value === null) await removeSetting(tx, owner, key)
  return accepted({ before, after: await settingsAt(tx, shop, scope) })
}

/** Of a secret no more than that it has changed. */
function shownTo(keys: readonly SettingKey[], at: SettingsAt, changes: SettingChanges) {
  return Object.fromEntries(
    keys.map(key => {
      const { isStated, isSet, value } = at(key)
      if (isSecret(key)) return [key, { isSet: isStated && isSet, isChanged: changes[key] !== undefined }]
      return [key, isStated ? (value ?? '') : null]
    }),
  )
}

/** In whatever line ends and with whatever blanks it was typed. */
export function cleanedChanges(changes: SettingChanges): SettingChanges {
  return Object.fromEntries(
    Object.entries(changes).map(([key, value]) => [key, value === null ? null : cleanText(value).trim()]),
  )
}

/**
 * One change of the settings of a place after the other, so that each is checked against what it replaces. Those of an event wait
 * for the event, with its other changes.
 */
export async function lockSettings(tx: Tx, scope: Exclude<Scope, { kind: 'event' }>): Promise<void> {
  const owner = scope.kind === 'organization' ? scope.organizationId : 0
  await sql`select pg_advisory_xact_lock(hashtext(${`settings ${scope.kind}`}), ${owner})`.execute(tx.kysely)
}

/** Every setting as it holds at a place, by its key. */
type SettingsAt = (key: SettingKey) => DescribedSetting

export async function settingsAt(db: Queryable, { config }: Pick<Shop, 'config'>, scope: Scope): Promise<SettingsAt> {
  const stored = await statedAround(db, ownerOf(scope))
  const fixed = mailServerOfEnvironment(config)
  const facts = { stored, fixed, environment: environmentSettings, level: levelOf(scope) }
  return key => describeSetting(key, facts)
}

/** What is wrong with changes at a place where this is what holds now. */
export function problemsOfChanges(
  shop: Pick<Shop, 'config'>,
  change: Omit<Change, 'was'>,
  before: SettingsAt,
): Problem[] {
  const refused = refusedChanges(shop, change, before)
  return change.scope.kind === 'shop' ? [...refused, ...mailServerProblems(change.changes, before)] : refused
}

function refusedChanges(
  { config }: Pick<Shop, 'config'>,
  { scope, by, changes }: Omit<Change, 'was'>,
  before: SettingsAt,
): Problem[] {
  const level = levelOf(scope)
  return Object.entries(changes).flatMap(([key, value]): Problem[] => {
    if (!isSettingKey(key)) return [refusal(key, 'unknown')]
    if (!isOfLevel(key, level)) return [refusal(key, 'level')]
    if (!mayState(by, key, scope)) return [refusal(key, 'role')]
    if (before(key).isFixed) return [refusal(key, 'fixed')]
    if (value === null) return []
    if (problemsOfSettings([[key, value]], level).length > 0) return [refusalOf(key)]
    const unusable = whyUnusable(key, value, config.mode === 'development')
    if (unusable !== undefined) return [problem(`foyer.setting.refused.${key}`, { field: key, args: [unusable] })]
    return isWrongAccount(key, value) ? [refusal(key, 'account')] : []
  })
}

const refusal = (key: string, reason: string): Problem => problem(`foyer.setting.refused.${reason}`, { field: key })

/** Another person has stated it otherwise since the caller has read it. Nothing of a secret is compared. */
function changedMeanwhile(was: SettingChanges, before: SettingsAt): Problem[] {
  return Object.entries(was).flatMap(([key, value]) => {
    if (!isSettingKey(key) || isSecret(key)) return []
    const now = before(key)
    return (now.isStated ? (now.value ?? '') : null) === value ? [] : [refusal(key, 'changed')]
  })
}

async function lostPictures(tx: Tx, changes: SettingChanges): Promise<Problem[]> {
  const pictures = Object.entries(changes).filter(
    ([key, value]) => isSettingKey(key) && value && kindOf(key) === 'image',
  )
  const found = await Promise.all(pictures.map(([, value]) => readImage(tx, value ?? '')))
  return pictures.flatMap(([key], index) => (found[index] ? [] : [refusal(key, 'image')]))
}

/** The shop's own address of terms leads to a version that is published, of the same kind, and of the shop or this organisation. */
async function foreignLegalTexts(tx: Tx, scope: Scope, changes: SettingChanges): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const kind of LEGAL_KINDS) {
    const key = SETTING_OF_LEGAL_KIND[kind]
    const [, path, id = ''] = /^(\/legal\/)(.*)$/.exec(changes[key] ?? '') ?? []
    if (path === undefined) continue
    const text = await findPublished(tx, id)
    const isOwn =
      text?.organizationId === null || (scope.kind !== 'shop' && text?.organizationId === scope.organizationId)
    if (text?.kind !== kind || !isOwn) problems.push(refusal(key, 'legal'))
  }
  return problems
}

async function findPublished(tx: Tx, id: string) {
  if (!isUuid(id)) return undefined
  return tx.kysely
    .selectFrom('legal_text')
    .select(['kind', 'organization_id as organizationId'])
    .where('id', '=', id)
    .where('number', 'is not', null)
    .executeTakeFirst()
}

/**
 * A password that is stored goes to no other server than it was stated for: with another server it is stated anew. And
 * a server needs a sender.
 */
function mailServerProblems(changes: SettingChanges, before: SettingsAt): Problem[] {
  const held = (key: 'MAIL_SERVER_HOST' | 'MAIL_SENDER') => {
    const changed = changes[key]
    return changed === undefined ? before(key).value : (changed ?? before(key).otherwise.value) || null
  }
  const host = held('MAIL_SERVER_HOST')
  const isOther = host !== null && host !== before('MAIL_SERVER_HOST').value
  const keepsPassword = before('MAIL_SERVER_PASSWORD').isSet && changes['MAIL_SERVER_PASSWORD'] === undefined
  const isAboutMail = 'MAIL_SERVER_HOST' in changes || 'MAIL_SENDER' in changes
  if (before('MAIL_SERVER_HOST').isFixed) return []
  return [
    ...(isOther && keepsPassword ? [refusal('MAIL_SERVER_PASSWORD', 'password-anew')] : []),
    ...(isAboutMail && host !== null && held('MAIL_SENDER') === null ? [refusal('MAIL_SENDER', 'sender-missing')] : []),
  ]
}
