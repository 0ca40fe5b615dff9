/** What the lock file says of a package. */
type Locked = {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly license?: string
}

export type Manifest = Readonly<
  Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Readonly<Record<string, string>>>>
>
export type LockFile = { readonly packages: Readonly<Record<string, Locked>> }

const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/

/** Those that may be passed on together with what is under the Apache License, or are used beside it as a whole. */
const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  // Tables of what browsers know, which checks read and nothing passes on.
  'CC-BY-4.0',
  'CC0-1.0',
  'EUPL-1.2',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  // Given to everybody without a condition.
  'Unlicense',
  'Zlib',
])

/**
 * What is wrong with the dependencies in the manifest and the lock file: a version that may become another, a package
 * that is not held to its content or comes from elsewhere than the registry, a licence that has not been reviewed.
 */
export function faultsOf(manifest: Manifest, { packages }: LockFile): string[] {
  const pinned = [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies]
  const loose = pinned
    .flatMap(names => Object.entries(names ?? {}))
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `${name}: ${version} is no exact version`)
  const locked = Object.entries(packages).filter(([path]) => path !== '')
  return [...loose, ...locked.flatMap(([path, entry]) => faultsOfPackage(path.replace(/^.*node_modules\//, ''), entry))]
}

function faultsOfPackage(name: string, { resolved, integrity, license }: Locked): string[] {
  return [
    ...(integrity?.startsWith('sha512-') ? [] : [`${name}: the lock file does not hold it to its content`]),
    ...(resolved === undefined || resolved.startsWith('https://registry.npmjs.org/')
      ? []
      : [`${name}: it does not come from the registry`]),
    ...(isAllowed(license ?? '') ? [] : [`${name}: licence ${license ?? 'unknown'}`]),
  ]
}

/** "A AND B" wants both, "(A OR B)" one of them. */
function isAllowed(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, '').replaceAll(' and ', ' AND ')
  return bare.split(' OR ').some(choice => choice.split(' AND ').every(licence => ALLOWED_LICENCES.has(licence.trim())))
}

const SEVERE: ReadonlySet<string> = new Set(['high', 'critical'])

type Vulnerability = { readonly severity: string; readonly range?: string }

/**
 * The known holes in what is installed that are severe, from the answer of `npm audit --json`; undefined where the
 * registry reports none, because it can't be reached or has no such call.
 */
export function severeHoles(answer: string): string[] | undefined {
  const { vulnerabilities } = parsed(answer)
  if (vulnerabilities === undefined) return undefined
  return Object.entries(vulnerabilities)
    .filter(([, { severity }]) => SEVERE.has(severity))
    .map(([name, { severity, range }]) => `${name} ${range ?? ''}: ${severity}`)
}

function parsed(text: string): { readonly vulnerabilities?: Readonly<Record<string, Vulnerability>> } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
