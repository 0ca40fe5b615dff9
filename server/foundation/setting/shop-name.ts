import type { Settings } from './settings.ts'

/** What the shop is called where the operator has named it nothing. */
const UNNAMED = 'Foyer'

/** The name of the shop. */
export const shopNameOf = (settings: Pick<Settings, 'text'>): string => settings.text('SHOP_NAME') ?? UNNAMED
