/**
 * Robots that look at a link to show a preview of it: for them nothing is reserved (shop contract 6). Returns false for a
 * browser.
 */
export function isLinkPreview(userAgent: string | undefined): boolean {
  return userAgent !== undefined && ROBOTS.some(name => userAgent.includes(name))
}

const ROBOTS = [
  'facebookexternalhit/',
  'XING-contenttabreceiver/',
  'LinkedInBot/',
  'Twitterbot/',
  'WhatsApp',
  'Slackbot',
  'TelegramBot',
]
