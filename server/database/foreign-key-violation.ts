const FOREIGN_KEY_VIOLATION = '23503'

/** Did the row that one of these constraints refers to go away between the look and the storing? */
export function isForeignKeyViolation(error: unknown, constraints: readonly string[]): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === FOREIGN_KEY_VIOLATION &&
    'constraint' in error &&
    constraints.includes(String(error.constraint))
  )
}
