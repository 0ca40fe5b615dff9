/**
 * Draws the pictures of the sample events: `node samples/images/draw.ts [chromium]` writes one PNG a picture beside
 * this file. The drawings are 160 by 100 units, flat, in a few warm colours.
 */
import { writeFile } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import { pictures } from './pictures.ts'

const WIDTH = 1200
const HEIGHT = 750

const browser = await chromium.launch({
  executablePath: process.argv[2] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } })
for (const [name, drawing] of Object.entries(pictures)) {
  const svg = `<svg viewBox="0 0 160 100" width="${WIDTH}" height="${HEIGHT}">${drawing}</svg>`
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`)
  await writeFile(new URL(`${name}.png`, import.meta.url), await page.screenshot({ type: 'png' }))
}
await browser.close()
