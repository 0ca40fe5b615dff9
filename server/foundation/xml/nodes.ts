import { element } from './xml.ts'

/** XML in the order it is read. */

export function node(name: string, ...children: readonly string[]): string {
  return element(name, {}, children)
}

export function leaf(name: string, value: string, attributes: Readonly<Record<string, string>> = {}): string {
  return element(name, attributes, value)
}

/** Left out when there is nothing to say. */
export function optional(name: string, value: string | null): string {
  return value === null || value === '' ? '' : leaf(name, value)
}
