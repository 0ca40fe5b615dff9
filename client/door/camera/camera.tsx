import { useEffect, useRef, useState } from 'react'
import { Button } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { openReader } from './read-codes.ts'
import { useStream } from './use-stream.ts'
import css from '../door.module.css'

/** How often a picture is read, and for how long the same code counts as the same showing of it. */
const EVERY_MS = 120
const SAME_MS = 4_000

/** The camera, with its lamp where it has one. It begins when it is pressed, and sleeps while the page is hidden. */
export function Camera({ onCode }: { readonly onCode: (code: string) => void }) {
  const t = useT()
  const video = useRef<HTMLVideoElement>(null)
  const { stream, problem, start, stop } = useStream()
  useEffect(() => {
    const element = video.current
    if (!element || !stream) return
    element.srcObject = stream
    // The browser interrupts it where the camera is switched off at once.
    element.play().catch(() => undefined)
  }, [stream])
  useReading(stream && video, { onCode, onUnready: () => stop('unready') })
  return (
    <section className={css.camera} aria-label={t('foyer.door.camera')}>
      {stream && (
        <div className={css.eye}>
          <video ref={video} muted playsInline aria-label={t('foyer.door.camera')} />
          <p>{t('foyer.door.camera.hold')}</p>
        </div>
      )}
      <div className={css.tools}>
        {stream ? (
          <Button tone="quiet" onClick={() => stop()}>
            {t('foyer.door.camera.stop')}
          </Button>
        ) : (
          <Button wide onClick={() => void start()}>
            {t('foyer.door.camera.start')}
          </Button>
        )}
        {stream && <Torch stream={stream} />}
      </div>
      <p role="status">{problem && t(`foyer.door.camera.${problem}`)}</p>
    </section>
  )
}

type Reading = {
  readonly onCode: (code: string) => void
  /** What reads codes can't be loaded now. */
  readonly onUnready: () => void
}

/** Looks at the picture again and again, and says each code once. */
function useReading(video: React.RefObject<HTMLVideoElement | null> | undefined, reading: Reading): void {
  const latest = useRef(reading)
  useEffect(() => {
    latest.current = reading
  })
  useEffect(() => {
    if (!video) return
    let isOn = true
    let last = { code: '', at: 0 }
    const look = async () => {
      const read = await openReader().catch(() => undefined)
      if (!read && isOn) latest.current.onUnready()
      while (isOn && read) {
        const element = video.current
        const code = element && element.readyState >= 2 && !document.hidden ? await read(element).catch(() => '') : ''
        const now = Date.now()
        if (isOn && code !== '' && (code !== last.code || now - last.at > SAME_MS)) latest.current.onCode(code)
        if (code !== '') last = { code, at: now }
        await new Promise(resolve => {
          setTimeout(resolve, EVERY_MS)
        })
      }
    }
    void look()
    return () => {
      isOn = false
    }
  }, [video])
}

/** The lamp of a camera; nothing where it has none. */
function Torch({ stream }: { readonly stream: MediaStream }) {
  const t = useT()
  const [isOn, setOn] = useState(false)
  const [track] = stream.getVideoTracks()
  if (!track || !hasTorch(track)) return null
  const toggle = () => {
    const wanted: MediaTrackConstraintSet & { torch: boolean } = { torch: !isOn }
    track.applyConstraints({ advanced: [wanted] }).then(
      () => setOn(!isOn),
      () => undefined,
    )
  }
  return (
    <Button tone="quiet" aria-pressed={isOn} onClick={toggle}>
      {t('foyer.door.torch')}
    </Button>
  )
}

/** Firefox has had no capabilities of cameras before 132. */
const hasTorch = (track: MediaStreamTrack): boolean => 'getCapabilities' in track && 'torch' in track.getCapabilities()
