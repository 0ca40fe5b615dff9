import type { MailDomain, Setting, Settings } from '#contract/settings.ts'
import { type Principal, type Scope, may } from '#domain/access/principal/principal.ts'
import type { SettingDefinition } from '#domain/foundation/setting/definition.ts'
import { scopeColumns } from '#server/access/member/members.ts'
import type { Shop } from '#server/catalog/context.ts'
import { hasText } from '#server/foundation/language/overrides.ts'
import { SETTINGS } from '#server/foundation/setting/registry.ts'
import { mayState, settingsAt } from './change-settings.ts'
import { type DescribedSetting, isOfLevel, levelOf } from './describe-settings.ts'
import { SETTING_GROUPS } from './groups.ts'
import { choicesOf, kindOf } from './kinds.ts'
import type { DomainRecord } from './mail-domain.ts'

type Reader = { readonly scope: Scope; readonly by: Principal; readonly language: string }

/** May the principal read the settings of this place at all? */
export function mayReadSettings(principal: Principal, scope: Scope): boolean {
  if (scope.kind === 'shop') return may(principal, 'administer-shop', 'shop')
  return may(principal, 'manage-events', scope) || may(principal, 'manage-orders', scope)
}

/** Every setting of a place, in the words of the reader; one query. */
export async function presentSettings(
  shop: Pick<Shop, 'db' | 'config' | 'texts'>,
  { scope, by, language }: Reader,
): Promise<Omit<Settings, 'passId'>> {
  const at = await settingsAt(shop.db, shop, scope)
  const level = levelOf(scope)
  const { organization_id: organizationId, event_id: eventId } = scopeColumns(scope)
  const groups = SETTING_GROUPS.map(({ id, section, keys }) => ({
    id,
    section,
    name: shop.texts.text(language, `foyer.setting-group.${id}`),
    mayChange: keys.some(key => mayState(by, key, scope)),
    settings: keys.filter(key => isOfLevel(key, level)).map(key => presentSetting(shop, language, at(key))),
  }))
  return { organizationId, eventId, groups: groups.filter(({ settings }) => settings.length > 0) }
}

function presentSetting({ texts }: Pick<Shop, 'texts'>, language: string, described: DescribedSetting): Setting {
  const { key } = described
  const definition: SettingDefinition = SETTINGS[key]
  const { min = null, max = null } = definition.type === 'number' ? definition : {}
  return {
    ...described,
    label: texts.text(language, `foyer.setting.${key}`),
    text: texts.text(language, `foyer.setting.${key}.text`),
    kind: kindOf(key),
    isOfCategory: isOfLevel(key, 'category'),
    min,
    max,
    choices: choicesOf(key).map(value => ({ value, label: choiceLabel(texts, language, value) })),
  }
}

function choiceLabel(texts: Shop['texts'], language: string, value: string): string {
  const key = `foyer.setting-choice.${value}`
  return hasText(texts, key) ? texts.text(language, key) : value
}

export function presentRecords(
  { texts }: Pick<Shop, 'texts'>,
  language: string,
  records: readonly DomainRecord[],
): MailDomain['records'] {
  return records.map(record => ({
    ...record,
    sentence: texts.text(language, `foyer.mail-domain.${record.kind}.${record.state}`),
  }))
}
