import type { SettingLevel } from '#domain/foundation/setting/definition.ts'
import type { SettingOwner } from './registry.ts'

/** Where a setting is stated. */
export type SettingPlace = {
  readonly key: string
  readonly level: SettingLevel
  /** Of the organisation, event, pass or category; null of the shop. */
  readonly ownerId: number | null
}

/** A setting and whose it is, without its value. */
export function tellPlace({ key, level, ownerId }: SettingPlace): string {
  return `${key} of ${OWNERS[level]}${ownerId === null ? '' : ` ${ownerId}`}`
}

const OWNERS = { system: 'the shop', organization: 'organisation', context: 'event', category: 'category' } as const

/** The columns that say who states it. */
export function columnsOf(owner: SettingOwner) {
  return {
    organizationId: owner.level === 'organization' ? owner.organizationId : null,
    contextId: owner.level === 'context' ? owner.contextId : null,
    categoryId: owner.level === 'category' ? owner.categoryId : null,
  }
}

export function placeOf(owner: SettingOwner, key: string): SettingPlace {
  const { organizationId, contextId, categoryId } = columnsOf(owner)
  return { key, level: owner.level, ownerId: organizationId ?? contextId ?? categoryId }
}
