import { useState } from 'react'
import { lazyPart } from '#client/frame/early/lazy-part.tsx'
import { useImageUpload } from '../use-image-upload.ts'
import type { CropStepProps } from './crop-step.tsx'
import type { Shape } from './shapes.ts'

/** Fetched when a picture is chosen: few who open a page choose one. */
const cropStep = lazyPart<CropStepProps>(() => import('./crop-step.tsx'))

/** A picture that is chosen, cut by hand and sent; `onStored` gets its id. Until then the one before stays. */
export function usePicture(shapes: readonly Shape[], onStored: (imageId: string) => void) {
  const [chosen, setChosen] = useState<File>()
  const { send, isSending, problem, dropProblem } = useImageUpload(imageId => {
    setChosen(undefined)
    onStored(imageId)
  })
  const leave = () => {
    setChosen(undefined)
    dropProblem()
  }
  return {
    choose: (file: File | undefined) => {
      if (file && !isSending) setChosen(file)
    },
    /** Opens over the page while a picture is cut. */
    step: chosen && (
      <cropStep.Component
        with={{ file: chosen, shapes, isSending, problem, onLeave: leave, onUse: region => void send(chosen, region) }}
        shape={null}
      />
    ),
  }
}
