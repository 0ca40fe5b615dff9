import type { ListMember, Member } from './member.ts'

/** Members by their kind, for the tables of events and of passes. */

export const group = (name: string, ...members: readonly Member[]): Extract<Member, { kind: 'group' }> => ({
  kind: 'group',
  name,
  members,
})
export const list = (name: string, titled: string, ...members: readonly Member[]): ListMember => ({
  kind: 'list',
  name,
  titled,
  members,
})
export const text = (name: string): Member => ({ kind: 'text', name })
export const texts = (name: string): Member => ({ kind: 'texts', name })
export const markdown = (name: string): Member => ({ kind: 'markdown', name })
export const words = (name: string): Member => ({ kind: 'words', name })
export const moment = (name: string): Member => ({ kind: 'moment', name })
export const whole = (name: string): Member => ({ kind: 'whole', name })
export const limit = (name: string): Member => ({ kind: 'limit', name })
export const decimal = (name: string): Member => ({ kind: 'decimal', name })
export const flag = (name: string): Member => ({ kind: 'flag', name })
export const choice = (name: string, ...options: readonly string[]): Member => ({ kind: 'choice', name, options })

/** Shows so many members of an item at once, and folds the rest. */
export const folded = (first: number, member: ListMember): ListMember => ({ ...member, first })

/** What buyers and holders are asked. */
export const QUESTIONS = list(
  'additionalInfo',
  'name',
  texts('label'),
  text('name'),
  choice(
    'type',
    'GENERIC_TEXT',
    'PHONE_NUMBER',
    'MULTI_LINE_TEXT',
    'LIST_BOX',
    'COUNTRY',
    'EU_VAT_NR',
    'CHECKBOX',
    'RADIO',
    'DATE_OF_BIRTH',
  ),
  flag('required'),
  texts('placeholder'),
  list('restrictedValues', 'value', text('value'), flag('enabled'), texts('descriptions')),
  group('contentLength', whole('min'), whole('max')),
  words('categories'),
  text('additionalService'),
  flag('displayAtCheckIn'),
  flag('editable'),
  whole('ordinal'),
)
