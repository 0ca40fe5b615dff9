import type { AnswerValues, ItemValues } from './answer-values.ts'

/** Is what was read from storage of the shape that a page of today keeps there? An older page may have written it. */

export function isItems(value: unknown): value is Record<string, ItemValues> {
  return isObject(value) && Object.values(value).every(isItem)
}

function isItem(value: unknown): boolean {
  return isObject(value) && typeof value['ticket'] === 'string' && isAnswers(value['additional'])
}

export function isAnswers(value: unknown): value is AnswerValues {
  return (
    isObject(value) &&
    Object.values(value).every(texts => Array.isArray(texts) && texts.every(text => typeof text === 'string'))
  )
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
