import { Money } from '../money/money.tsx'
import type { Example } from '../example.ts'
import { Stub } from './stub.tsx'

export const examples: readonly Example[] = [
  {
    name: 'on sale',
    element: (
      <Stub
        tear={
          <strong>
            <Money amount="120.00" currency="CHF" />
          </strong>
        }
      >
        <h3>Conference</h3>
        <p className="soft">All talks, lunch and coffee.</p>
      </Stub>
    ),
  },
  {
    name: 'a long name and a large price',
    element: (
      <Stub
        tear={
          <strong>
            <Money amount="123456.50" currency="CHF" />
          </strong>
        }
      >
        <h3>Jugendmusikschulangehörigenermässigung</h3>
        <p className="soft">For who belongs to a school of music.</p>
      </Stub>
    ),
  },
  {
    name: 'not now',
    element: (
      <Stub off tear={<Money amount="150.00" currency="CHF" />}>
        <h3>Late bird</h3>
        <p>Sale starts 01.03.2027 08:00</p>
      </Stub>
    ),
  },
]
