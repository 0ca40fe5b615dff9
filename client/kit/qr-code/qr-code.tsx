import { useEffect, useState } from 'react'
import css from './qr-code.module.css'

type QrCodeProps = { readonly text: string; readonly name: string }

/** A code that a camera reads, drawn here: what it says goes to no server. */
export function QrCode({ text, name }: QrCodeProps) {
  const [drawing, setDrawing] = useState<{ readonly size: number; readonly path: string }>()
  useEffect(() => {
    let isShown = true
    void draw(text).then(made => isShown && setDrawing(made))
    return () => {
      isShown = false
    }
  }, [text])
  if (!drawing) return null
  return (
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
  )
}

async function draw(text: string) {
  const { create } = await import('qrcode')
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const dots: string[] = []
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) if (modules.get(y, x) !== 0) dots.push(`M${x} ${y}h1v1h-1z`)
  return { size, path: dots.join('') }
}
