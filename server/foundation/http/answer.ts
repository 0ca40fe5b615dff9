import type { ErrorDescriptor, ValidatedResponse, WarningMessage } from '#contract/wrapper.ts'
import type { Problem } from '#domain/foundation/problem.ts'

/** The wrapper of a call that went well. */
export function validated<Value>(value: Value, warnings: readonly WarningMessage[] = []): ValidatedResponse<Value> {
  return { success: true, errorCount: 0, validationErrors: [], warnings: [...warnings], value }
}

/** The wrapper of a refusal, sent with 422. Problems without a field name the whole form as their field. */
export function refusal<Value>(
  problems: readonly Problem[],
  { form, value }: { form: string; value: Value },
): ValidatedResponse<Value> {
  return {
    success: false,
    errorCount: problems.length,
    validationErrors: problems.map(problem => describe(problem, form)),
    warnings: [],
    value,
  }
}

function describe({ code, field, args }: Problem, form: string): ErrorDescriptor {
  return {
    fieldName: field ?? form,
    code,
    arguments: args && args.length > 0 ? Object.fromEntries(args.map((arg, index) => [String(index), arg])) : null,
  }
}

/** Text answers are JSON strings (booking contract 3). */
export const JSON_TYPE = 'application/json; charset=utf-8'
