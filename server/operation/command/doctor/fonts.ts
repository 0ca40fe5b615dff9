import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { FONT_FILES, SCRIPTS } from '#server/documents/pdf/fonts.ts'
import type { Finding } from './finding.ts'

/** In which scripts documents are drawn, and what becomes of a name in another one. */
export function fonts(files: readonly string[] = FONT_FILES): Finding {
  const about = 'Fonts'
  const missing = files.filter(file => !existsSync(file)).map(file => basename(file))
  if (missing.length > 0)
    return { about, verdict: 'bad', sentence: `${missing.join(', ')} can't be found: install the packages again.` }
  const sentence = `documents are drawn in ${SCRIPTS.join(', ')}; on a ticket for a name with other letters its number is printed large, and the log says which letters.`
  return { about, verdict: 'good', sentence }
}
