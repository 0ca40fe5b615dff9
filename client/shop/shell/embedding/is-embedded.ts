/** Is the shop shown inside another site's page? */
export function isEmbedded(): boolean {
  return window.self !== window.top
}
