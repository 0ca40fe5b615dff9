export const LEGAL_KINDS = ['TERMS', 'PRIVACY'] as const
export type LegalKind = (typeof LEGAL_KINDS)[number]

/** The setting that says by which text of a kind is sold. */
export const SETTING_OF_LEGAL_KIND = {
  TERMS: 'GLOBAL_TERMS',
  PRIVACY: 'GLOBAL_PRIVACY_POLICY',
} as const satisfies Record<LegalKind, string>

/** So many characters one language may have: three times what long terms have. */
export const MAX_LEGAL_TEXT_LENGTH = 60_000
