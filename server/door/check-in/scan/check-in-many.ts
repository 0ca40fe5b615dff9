import type { Shop } from '#server/catalog/context.ts'
import { checkIn, confirmAtDesk } from './check-in.ts'
import type { ShownTicket } from './evaluate-ticket.ts'
import type { Door } from './judge-ticket.ts'
import { type ScanResult, TICKET_NOT_FOUND } from './scan-result.ts'

export type Upload = {
  readonly shown: readonly ShownTicket[]
  readonly by: string
  /** What was due at the desk has been paid there. */
  readonly isPaid: boolean
}

/** The scans of a device that was offline, one after the other as they were made; the result of each by its ticket. */
export async function checkInMany(shop: Shop, door: Door, upload: Upload): Promise<Map<string, ScanResult>> {
  const results = new Map<string, ScanResult>()
  for (const shown of upload.shown) {
    const showing = { ...shown, by: upload.by }
    const paid = upload.isPaid ? await confirmAtDesk(shop, door, showing) : TICKET_NOT_FOUND
    results.set(shown.identifier, paid === TICKET_NOT_FOUND ? await checkIn(shop, door, showing) : paid)
  }
  return results
}
