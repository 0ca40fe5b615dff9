/** Is there such a zone? Named ones only: an offset such as "+02:00" knows no summer time. */
export function zoneExists(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
