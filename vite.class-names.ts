import { basename } from 'node:path'

/**
 * Names of classes in one build: "_button-wide", the same on the server and in the browser, and without a hash, which no
 * compression shortens. The line keeps it apart from names in style sheets of organisers.
 */
export function classNamesOfBuild(): (name: string, file: string) => string {
  const styleSheets = new Map<string, string>()
  return (name, file) => {
    const sheet = basename(file, '.module.css')
    if ((styleSheets.get(sheet) ?? file) !== file) throw new Error(`two style sheets are called ${sheet}`)
    styleSheets.set(sheet, file)
    return `_${sheet}-${name}`
  }
}
