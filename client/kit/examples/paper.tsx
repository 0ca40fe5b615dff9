import type { Example, Examples } from '../example.ts'
import { Beside, Section } from '../page/page.tsx'
import { Card, Fold, Stub } from '../card/card.tsx'
import { Money, Price } from '../price/price.tsx'
import { Badge } from '../mark/mark.tsx'
import { TicketCard } from '../ticket-card/ticket-card.tsx'
import { Offer, Offers } from '../offer/offer.tsx'
import { Poster } from '../poster/poster.tsx'

const pageExamples: readonly Example[] = [
  {
    name: 'beside each other',
    wide: true,
    element: (
      <Beside aside={<p>What stays in sight.</p>} asideLabel="Example">
        <p>Content</p>
      </Beside>
    ),
  },
  {
    name: 'section',
    element: (
      <Section title="Tickets" id="example-section">
        <p>A part of a page.</p>
      </Section>
    ),
  },
]

const cardExamples: readonly Example[] = [
  {
    name: 'card',
    element: (
      <Card>
        <p>A sheet of paper on the page.</p>
      </Card>
    ),
  },
  {
    name: 'closed fold',
    element: (
      <Fold summary="Conference, ticket 2">
        <p>Not filled in yet.</p>
      </Fold>
    ),
  },
  {
    name: 'open fold',
    element: (
      <Fold summary="Conference, ticket 1" open>
        <p>Ada Lovelace</p>
      </Fold>
    ),
  },
]

const stubExamples: readonly Example[] = [
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

/** The placeholder for a code; it opens no door. */
const code = (
  <svg
    viewBox="0 0 9 9"
    width="240"
    height="240"
    role="img"
    aria-label="A pattern of squares"
    shapeRendering="crispEdges"
  >
    <path d="M0 0h3v3H0zM6 0h3v3H6zM0 6h3v3H0zM4 4h1v1H4zM5 5h1v1H5zM7 4h1v1H7zM4 7h1v1H4zM6 7h2v1H6z" />
  </svg>
)

const ticketCardExamples: readonly Example[] = [
  {
    name: 'ticket',
    element: (
      <TicketCard code={code} overline="Conference" name={<h3>Ada Lovelace</h3>}>
        <h3>Alpine Systems Days</h3>
        <p>Saturday 15 May 2027, 09:00</p>
        <p className="soft">Palazzo dei Congressi, Lugano</p>
      </TicketCard>
    ),
  },
  {
    name: 'to be paid, online',
    element: (
      <TicketCard code={code} overline="Student" name={<h3>Grace Hopper</h3>} notice="To be paid at the entrance">
        <h3>Alpine Systems Days</h3>
        <p>
          <Badge>Online</Badge>
        </p>
      </TicketCard>
    ),
  },
]

const offerExamples: readonly Example[] = [
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

const NAMES = ['spring-concert', 'alpine-days', 'summit', 'choir', 'workshop', 'jazz', 'reunion', 'stream'] as const

const posterExamples: readonly Example[] = NAMES.map(name => ({
  name: `drawn for ${name}`,
  element: <Poster file={null} name={name} sizes="20rem" />,
}))

/** By the name of the part. */
export const examples: Examples = {
  page: pageExamples,
  card: cardExamples,
  stub: stubExamples,
  'ticket-card': ticketCardExamples,
  offer: offerExamples,
  poster: posterExamples,
}
