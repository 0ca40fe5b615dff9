import { useEffect, useRef, useState } from 'react'
import { Button } from '#client/kit/button/button.tsx'
import { useT } from '#client/language/language-context.ts'
import { openReader } from './read-codes.ts'
import css from '../door.module.css'

/** How often a picture is read, and for how long the same code counts as the same showing of it. */
const EVERY_MS = 120
const SAME_MS = 4_000

/** The camera, with its lamp where it has one. It begins when it is pressed, and sleeps while the page is hidden. */
export function Camera({ onCode }: { readonly onCode: (code: string) => void }) {
  const t = useT()
  const video = useRef<HTMLVideoElement>(null)
  const [stream, setStream] = useState<MediaStream>()
  const [problem, setProblem] = useState<'denied' | 'none'>()
  const start = async () => {
    setProblem(undefined)
    try {
      setStream(await navigator.mediaDevices.getUserMedia({ video: { facingMode: { ideal: 'environment' } } }))
    } catch (error) {
      setProblem(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'none')
    }
  }
  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop()
    setStream(undefined)
  }
  useEffect(() => {
    const element = video.current
    if (!element || !stream) return
    element.srcObject = stream
    void element.play()
  }, [stream])
  useReading(stream && video, onCode)
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
          <Button tone="quiet" onClick={stop}>
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

/** Looks at the picture again and again, and says each code once. */
function useReading(video: React.RefObject<HTMLVideoElement | null> | undefined, onCode: (code: string) => void): void {
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })
  useEffect(() => {
    if (!video) return
    let isOn = true
    let last = { code: '', at: 0 }
    const look = async () => {
      const read = await openReader()
      while (isOn) {
        const element = video.current
        const code = element && element.readyState >= 2 && !document.hidden ? await read(element).catch(() => '') : ''
        const now = Date.now()
        if (isOn && code !== '' && (code !== last.code || now - last.at > SAME_MS)) latest.current(code)
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
  if (!track || !('torch' in track.getCapabilities())) return null
  const toggle = async () => {
    const wanted: MediaTrackConstraintSet & { torch: boolean } = { torch: !isOn }
    await track.applyConstraints({ advanced: [wanted] })
    setOn(!isOn)
  }
  return (
    <Button tone="quiet" aria-pressed={isOn} onClick={() => void toggle()}>
      {t('foyer.door.torch')}
    </Button>
  )
}
