/** The database can't be used, for a reason that the person who runs Foyer can mend: the message is one sentence for them. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}
