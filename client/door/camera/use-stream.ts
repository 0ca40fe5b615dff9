import { useEffect, useRef, useState } from 'react'

/** Why a camera does not scan: the browser refuses, another program has it, there is none, it has stopped, or it can't read codes yet. */
export type CameraProblem = 'denied' | 'busy' | 'none' | 'stopped' | 'unready'

export type CameraStream = {
  readonly stream: MediaStream | undefined
  readonly problem: CameraProblem | undefined
  readonly start: () => Promise<void>
  /** Switches it off, for a reason where there is one. */
  readonly stop: (problem?: CameraProblem) => void
}

/** The camera at the back where there are several: large enough for a code that is held a step away. */
const WANTED: MediaStreamConstraints = {
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
}

/** The picture of the camera once it is started. It ends with what shows it, so that no lamp or eye of a telephone stays on. */
export function useStream(): CameraStream {
  const [stream, setStream] = useState<MediaStream>()
  const [problem, setProblem] = useState<CameraProblem>()
  const isStarting = useRef(false)
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  useEffect(() => {
    if (!stream) return
    const onEnded = () => {
      setStream(undefined)
      setProblem('stopped')
    }
    for (const track of stream.getTracks()) track.addEventListener('ended', onEnded)
    return () => {
      for (const track of stream.getTracks()) track.removeEventListener('ended', onEnded)
      end(stream)
    }
  }, [stream])
  const start = async () => {
    if (isStarting.current) return
    isStarting.current = true
    setProblem(undefined)
    try {
      const opened = await navigator.mediaDevices.getUserMedia(WANTED)
      if (isShown.current) setStream(opened)
      else end(opened)
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      isStarting.current = false
    }
  }
  const stop = (why?: CameraProblem) => {
    setStream(undefined)
    setProblem(why)
  }
  return { stream, problem, start, stop }
}

function end(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** What a browser throws, by its name (Media Capture and Streams, `getUserMedia`). */
function problemOf(error: unknown): CameraProblem {
  if (!(error instanceof DOMException)) return 'none'
  if (error.name === 'NotAllowedError') return 'denied'
  return error.name === 'NotReadableError' || error.name === 'AbortError' ? 'busy' : 'none'
}
