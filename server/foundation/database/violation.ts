const UNIQUE_VIOLATION = '23505'
const FOREIGN_KEY_VIOLATION = '23503'

/** Did another transaction store a row with this key at the same moment? */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return isViolation(error, UNIQUE_VIOLATION, [constraint])
}

/** Did the row that one of these constraints refers to go away between the look and the storing? */
export function isForeignKeyViolation(error: unknown, constraints: readonly string[]): boolean {
  return isViolation(error, FOREIGN_KEY_VIOLATION, constraints)
}

function isViolation(error: unknown, code: string, constraints: readonly string[]): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === code &&
    'constraint' in error &&
    constraints.includes(String(error.constraint))
  )
}
