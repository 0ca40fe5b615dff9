import type { DoorAnswer } from '#contract/door.ts'
import { type DoorSign, signOf } from '#domain/door/door-scan/outcome.ts'

/** Tones of each answer, in hertz, and how the telephone shakes. */
const SIGNALS: Readonly<Record<DoorSign, { readonly tones: readonly number[]; readonly shakes: readonly number[] }>> = {
  in: { tones: [660, 880], shakes: [60] },
  talk: { tones: [520, 520], shakes: [80, 60, 80] },
  stop: { tones: [180, 140], shakes: [250, 80, 250] },
}

let sound: AudioContext | undefined

/** Says the answer by ear and hand, so that the person at the door may look at the guest. */
export function signal(outcome: DoorAnswer['outcome'], isLoud: boolean): void {
  const { tones, shakes } = SIGNALS[signFor(outcome)]
  if ('vibrate' in navigator) navigator.vibrate([...shakes])
  if (!isLoud) return
  sound ??= new AudioContext()
  const begin = sound.currentTime
  for (const [place, tone] of tones.entries()) {
    const oscillator = new OscillatorNode(sound, { frequency: tone, type: 'triangle' })
    oscillator.connect(new GainNode(sound, { gain: 0.25 })).connect(sound.destination)
    oscillator.start(begin + place * 0.14)
    oscillator.stop(begin + place * 0.14 + 0.12)
  }
}

export const signFor = (outcome: DoorAnswer['outcome']): DoorSign =>
  outcome === 'UNDONE' || outcome === 'NOT_UNDONE' ? 'stop' : signOf(outcome)
