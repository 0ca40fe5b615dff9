/**
 * The oldest browsers that the pages are made for (decision 59). The build translates syntax and styles for
 * them, and tests/architecture/browsers.test.ts holds the built files against this list.
 */
export const OLDEST_BROWSERS = {
  chrome: '109',
  edge: '109',
  firefox: '115',
  safari: '15.6',
  ios: '15.6',
} as const

/** The same as Vite names them: "chrome109". */
export const BUILD_TARGETS: string[] = Object.entries(OLDEST_BROWSERS).map(([name, version]) => name + version)
