import type { Example } from '../example.ts'
import { Price } from '../price/price.tsx'
import { Offer, Offers } from './offer.tsx'

export const examples: readonly Example[] = [
  {
    name: 'two, and one that is gone',
    wide: true,
    element: (
      <Offers>
        <li>
          <Offer take={<Price amount="45.00" currency="CHF" />}>
            <h3>Dinner by the lake</h3>
            <p className="soft">Risotto, seasonal.</p>
          </Offer>
        </li>
        <li>
          <Offer off take={<Price amount="15.00" currency="CHF" />}>
            <h3>Boat ride</h3>
          </Offer>
        </li>
      </Offers>
    ),
  },
]
