import { Badge } from '../badge/badge.tsx'
import type { Example } from '../example.ts'
import { TicketCard } from './ticket-card.tsx'

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

export const examples: readonly Example[] = [
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
