import { Value } from 'typebox/value'
import { allCalls } from '#contract/all-calls.ts'
import { type ResponseSchema, isContent } from '#contract/call.ts'
import { ContractBroken } from './call-result.ts'

/**
 * Throws unless a response is what the contract says of this call ("GET /api/...") and status; the error names the call
 * and each field. Checks only what the pages go on from: successes and refusals. For development and tests.
 */
export function checkResponse(call: string, status: number, text: string): void {
  if (status !== 422 && (status < 200 || status > 299)) return
  const schema = schemaOf(call, status)
  if (schema === undefined || isContent(schema)) return
  const problems = Value.Errors(schema, jsonOf(text))
  if (problems.length === 0) return
  const fields = problems.map(({ instancePath, message }) => `${instancePath || '(the whole)'} ${message}`)
  const broken = new ContractBroken(`${call} answered ${status} against its contract: ${fields.join('; ')}`)
  // The query cache shows an error as a page that can't be loaded: the console says which.
  if ('document' in globalThis) console.error(broken)
  throw broken
}

/** Undefined for what is no call of the contract: the tests of the transport make calls up. */
function schemaOf(call: string, status: number): ResponseSchema | undefined {
  const described = allCalls.find(({ method, path }) => `${method} ${path}` === call)
  if (!described) return undefined
  const schema = described.responses[status]
  if (!schema) throw new ContractBroken(`${call} answered ${status}, which its contract does not name`)
  return schema
}

function jsonOf(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return text
  }
}
