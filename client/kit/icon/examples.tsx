import type { Example } from '../example.ts'
import { Icon, type IconName } from './icon.tsx'

const NAMES: readonly IconName[] = [
  'clock',
  'place',
  'online',
  'person',
  'globe',
  'calendar',
  'out',
  'close',
  'again',
  'alert',
  'check',
  'ticket',
  'card',
  'bank',
  'wallet',
]

export const examples: readonly Example[] = NAMES.map(name => ({ name, element: <Icon name={name} size="2rem" /> }))
