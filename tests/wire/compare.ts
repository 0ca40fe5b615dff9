import { type Bodies, type DescribedCall, callsOf } from './calls.ts'
import type { Field } from './fields.ts'
import type { OpenApiDocument } from './open-api.ts'

export type Comparison = {
  /** One sentence each, beginning with method and path. */
  readonly differences: readonly string[]
  /** How much was compared: a comparison that saw nothing proves nothing. */
  readonly seen: { readonly calls: number; readonly answers: number; readonly fields: number }
}

/**
 * Compares what is served with what the references say: calls, parameters, request and answer bodies, place by place,
 * with their types (null included), words and whether they are required; not lengths, patterns, formats and texts.
 */
export function compare(served: OpenApiDocument, references: readonly OpenApiDocument[]): Comparison {
  const ours = callsOf(served)
  const theirs = references.map(callsOf)
  const differences = new Set<string>()
  const seen = { calls: 0, answers: 0, fields: 0 }

  for (const reference of theirs) {
    for (const [key, expected] of reference) {
      const call = ours.get(key)
      if (call === undefined) {
        differences.add(`${expected.title}: not served`)
        continue
      }
      seen.calls += 1
      seen.answers += [...expected.answers.keys()].filter(status => call.answers.has(status)).length
      for (const found of callDifferences(call, expected, seen)) differences.add(`${expected.title} ${found}`)
    }
  }
  for (const [key, call] of ours) {
    if (!theirs.some(reference => reference.has(key))) differences.add(`${call.title}: not in the reference`)
  }
  return { differences: [...differences].toSorted(), seen }
}

type Counter = { fields: number }

function callDifferences(call: DescribedCall, expected: DescribedCall, seen: Counter): string[] {
  return [
    ...eachOf(call.parameters, expected.parameters).flatMap(([name, ours, theirs]) =>
      ours && theirs ? fieldDifferences(ours, theirs, seen).map(found => `${name}${found}`) : [presence(name, ours)],
    ),
    ...bodyDifferences(call.request, expected.request, seen).map(found => `request ${found}`),
    ...eachOf(call.answers, expected.answers).flatMap(([status, ours, theirs]) =>
      ours && theirs
        ? bodyDifferences(ours, theirs, seen).map(found => `answer ${status} ${found}`)
        : [presence(`answer ${status}`, ours)],
    ),
  ]
}

function bodyDifferences(ours: Bodies, theirs: Bodies, seen: Counter): string[] {
  return eachOf(ours, theirs).flatMap(([mediaType, here, there]) => {
    if (here && there) return fieldDifferences(here, there, seen).map(found => `${mediaType}${found}`)
    return isWithoutContent(there) ? [] : [presence(mediaType, here)]
  })
}

/** A body that the reference allows but says nothing about: its server doesn't read it. */
function isWithoutContent(fields: ReadonlyMap<string, Field> | undefined): boolean {
  return fields?.size === 1 && fields.get('')?.isOpen === true
}

function fieldDifferences(
  ours: ReadonlyMap<string, Field>,
  theirs: ReadonlyMap<string, Field>,
  seen: Counter,
): string[] {
  return eachOf(ours, theirs).flatMap(([path, here, there]) => {
    if (here && there) {
      seen.fields += 1
      return contrasts(here, there).map(found => ` ${path || '(all)'}: ${found}`)
    }
    if (isBelowMissing(path, here ? theirs : ours)) return []
    if (here && isAllowedByOpenParent(path, theirs)) return []
    return [presence(` ${path}`, here)]
  })
}

function contrasts(here: Field, there: Field): string[] {
  const types = (field: Field): string => field.types.join('|') || 'anything'
  return [
    ...(types(here) === types(there) ? [] : [`${types(here)}, reference ${types(there)}`]),
    ...(here.isRequired === there.isRequired
      ? []
      : [here.isRequired ? 'required, reference optional' : 'optional, reference required']),
    ...wordContrasts(here.values, there.values),
  ]
}

function wordContrasts(here: Field['values'], there: Field['values']): string[] {
  if (here === null && there === null) return []
  if (here === null) return ['any words, reference only some']
  if (there === null) return [`only ${here.join(' ')}`]
  const added = here.filter(word => !there.includes(word))
  const missing = there.filter(word => !here.includes(word))
  return [
    ...(missing.length === 0 ? [] : [`without ${missing.join(' ')}`]),
    ...(added.length === 0 ? [] : [`also ${added.join(' ')}`]),
  ]
}

/** The parent is reported as missing; its members need no sentence of their own. */
function isBelowMissing(path: string, others: ReadonlyMap<string, Field>): boolean {
  const parent = parentOf(path)
  return parent !== '' && !others.has(parent)
}

function isAllowedByOpenParent(path: string, theirs: ReadonlyMap<string, Field>): boolean {
  return theirs.get(parentOf(path))?.isOpen === true
}

const parentOf = (path: string): string => path.replace(/(\.[^.[{]*|\[\]|\{\})$/, '')

const presence = (what: string, ours: unknown): string =>
  `${what}: ${ours === undefined ? 'missing' : 'not in the reference'}`

function eachOf<Key, Value>(
  ours: ReadonlyMap<Key, Value>,
  theirs: ReadonlyMap<Key, Value>,
): [Key, Value | undefined, Value | undefined][] {
  return [...new Set([...theirs.keys(), ...ours.keys()])].map(key => [key, ours.get(key), theirs.get(key)])
}
