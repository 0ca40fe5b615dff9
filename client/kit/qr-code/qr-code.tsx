import { useEffect, useState } from 'react'
import css from './qr-code.module.css'

type QrCodeProps = {
  readonly text: string
  readonly name: string
  /** Called once it is on the page. */
  readonly onDrawn?: () => void
  /** A link below it, by which it is kept as a file for print. */
  readonly download?: { readonly name: string; readonly label: string }
}

/** A code that a camera reads, drawn here: what it says goes to no server. */
export function QrCode({ text, name, onDrawn, download }: QrCodeProps) {
  const [drawing, setDrawing] = useState<Drawing>()
  useEffect(() => {
    let isShown = true
    void draw(text).then(made => isShown && setDrawing(made))
    return () => {
      isShown = false
    }
  }, [text])
  useEffect(() => {
    if (drawing) onDrawn?.()
  }, [drawing, onDrawn])
  if (!drawing) return null
  return (
    <>
      <div className={css.code}>
        <svg
          viewBox={`0 0 ${drawing.size} ${drawing.size}`}
          role="img"
          aria-label={name}
          shapeRendering="crispEdges"
          fill="currentColor"
        >
          <path d={drawing.path} />
        </svg>
      </div>
      {download && (
        <a href={`data:image/svg+xml,${encodeURIComponent(fileOf(drawing))}`} download={download.name}>
          {download.label}
        </a>
      )}
    </>
  )
}

type Drawing = { readonly size: number; readonly path: string }

/** With the empty edge of four dots that readers need. */
function fileOf({ size, path }: Drawing): string {
  const whole = size + 2 * EDGE
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-${EDGE} -${EDGE} ${whole} ${whole}" shape-rendering="crispEdges">`,
    `<rect x="-${EDGE}" y="-${EDGE}" width="${whole}" height="${whole}" fill="#fff"/><path d="${path}"/></svg>`,
  ].join('')
}

const EDGE = 4

async function draw(text: string): Promise<Drawing> {
  const { create } = await import('qrcode')
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const dots: string[] = []
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) if (modules.get(y, x) !== 0) dots.push(`M${x} ${y}h1v1h-1z`)
  return { size, path: dots.join('') }
}
