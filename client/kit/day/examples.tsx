import { datesIn } from '../../language/dates.ts'
import type { Example } from '../example.ts'
import { Day } from './day.tsx'

const MAY_15 = Date.UTC(2027, 4, 15, 7)

export const examples: readonly Example[] = [
  { name: 'large', element: <Day parts={datesIn('en', 'Europe/Zurich').parts(MAY_15)} /> },
  { name: 'small', element: <Day parts={datesIn('en', 'Europe/Zurich').parts(MAY_15)} size="small" /> },
  { name: 'in German', element: <Day parts={datesIn('de', 'Europe/Zurich').parts(MAY_15)} /> },
]
