import type { FileMembers } from '../../editor/member.ts'
import { choice, folded, limit, list, moment, text, whole } from '../../editor/members.ts'

/** The members of a code of an organisation, which names nothing of an event; an amount has a currency of its own. */
export const ORGANIZATION_CODES = {
  codes: [
    folded(
      6,
      list(
        'promoCodes',
        'name',
        text('name'),
        choice('discountType', 'PERCENTAGE', 'FIXED_AMOUNT', 'FIXED_AMOUNT_RESERVATION'),
        whole('discount'),
        text('currency'),
        moment('validFrom'),
        moment('validTo'),
        limit('maxUsage'),
      ),
    ),
  ],
} as const satisfies FileMembers
