import { useEffect, useState } from 'react'
import { pictureAddress, pictureSources } from '#domain/foundation/picture-width.ts'
import { useCameWithPage } from '#client/routing/hydration.ts'
import type { drawingOf } from './drawing.ts'
import css from './poster.module.css'

type PosterProps = {
  /** Digest of the picture; null draws one from the name. */
  readonly file: string | null
  readonly name: string
  /** How wide it is shown, as `sizes` of HTML: browsers fetch it in the width that takes. */
  readonly sizes: string
  /** The picture decides how soon the page looks complete. */
  readonly first?: boolean
}

/** The picture of an event. It says nothing that the text beside it doesn't, so it has no words of its own. */
export function Poster({ file, name, sizes, first = false }: PosterProps) {
  if (file === null) return <DrawnPoster key={name} name={name} />
  return (
    <img
      className={css.poster}
      src={pictureAddress(file)}
      srcSet={pictureSources(file)}
      sizes={sizes}
      alt=""
      width={1280}
      height={800}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
    />
  )
}

/** How to draw, where it is here: with the server, and in the browser once a drawing was needed that did not come with the page. */
let draw: typeof drawingOf | undefined
if (import.meta.env.SSR) draw = (await import('./drawing.ts')).drawingOf

/** A drawing of the server stays as it came, and needs no script. */
function DrawnPoster({ name }: { readonly name: string }) {
  const cameWithPage = useCameWithPage()
  const [drawing, setDrawing] = useState(() => draw?.(name) ?? '')
  const isMissing = drawing === '' && !cameWithPage
  useEffect(() => {
    if (!isMissing) return
    void import('./drawing.ts')
      .then(module => {
        draw = module.drawingOf
        setDrawing(draw(name))
      })
      // The page is as good without.
      .catch(() => undefined)
  }, [isMissing, name])
  return (
    <svg
      className={css.poster}
      viewBox="0 0 160 100"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: drawing }}
    />
  )
}
