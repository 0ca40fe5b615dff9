import { useEffect, useMemo, useState } from 'react'
import { ReactCrop } from 'react-image-crop'
import libraryStyle from 'react-image-crop/dist/ReactCrop.css?url'
import { Button } from '#client/kit/button/button.tsx'
import { Dialog } from '#client/kit/dialog/dialog.tsx'
import { Notice } from '#client/kit/notice/notice.tsx'
import { useLanguage } from '#client/language/language-context.ts'
import { Pill, Pills } from '../filters.tsx'
import { type Box, type Region, largestBox, regionOf } from './region.ts'
import type { Shape } from './shapes.ts'
import css from './crop-step.module.css'

export type CropStepProps = {
  readonly file: File
  readonly shapes: readonly Shape[]
  readonly isSending: boolean
  /** Why the shop refused it. */
  readonly problem: string | undefined
  readonly onLeave: () => void
  /** Undefined: all of it. */
  readonly onUse: (region: Region | undefined) => void
}

type Size = { readonly width: number; readonly height: number }

/**
 * Shows a chosen picture, turned as its camera was held, and lets one say what of it is kept. What the browser can't show is sent
 * whole: the shop reads more kinds than some browsers.
 */
export function Part({ file, shapes, isSending, problem, onLeave, onUse }: CropStepProps) {
  const { t } = useLanguage()
  const address = useAddressOf(file)
  const [isShown, setShown] = useState(true)
  const { size, shape, box, region, setBox, cutTo, begin } = useCut(shapes)
  return (
    <Dialog
      isOpen
      isWide
      title={t('foyer.desk.crop.title')}
      onDismiss={onLeave}
      actions={
        <>
          <Button tone="quiet" onClick={onLeave}>
            {t('foyer.desk.leave-it')}
          </Button>
          <Button busy={isSending || (isShown && size === undefined)} onClick={() => onUse(region)}>
            {t('foyer.desk.crop.use')}
          </Button>
        </>
      }
    >
      {problem !== undefined && (
        <div role="alert">
          <Notice tone="bad">{problem}</Notice>
        </div>
      )}
      {!isShown && <p>{t('foyer.desk.crop.not-shown')}</p>}
      {size && <ShapeChoice shapes={shapes} shape={shape} onChoose={next => cutTo(next, size)} />}
      {isShown && address !== undefined && (
        <Picture
          address={address}
          ratio={shape?.ratio}
          box={box}
          onBox={setBox}
          onLoad={begin}
          onFailed={() => setShown(false)}
        />
      )}
      {size && <Kept size={region ?? size} isCut={box !== undefined} />}
    </Dialog>
  )
}

/** What is kept of a picture once its size is known; `box` is undefined where that is all of it. */
function useCut(shapes: readonly Shape[]) {
  const [size, setSize] = useState<Size>()
  const [shape, setShape] = useState(shapes[0])
  const [box, setBox] = useState<Box>()
  const cutTo = (next: Shape | undefined, of: Size) => {
    setShape(next)
    setBox(next?.name === 'whole' ? undefined : largestBox(next?.ratio, of))
  }
  return {
    size,
    shape,
    box,
    region: size && box && regionOf(box, size),
    setBox,
    cutTo,
    begin: (of: Size) => {
      setSize(of)
      cutTo(shape, of)
    },
  }
}

type ShapeChoiceProps = {
  readonly shapes: readonly Shape[]
  readonly shape: Shape | undefined
  readonly onChoose: (shape: Shape) => void
}

function ShapeChoice({ shapes, shape, onChoose }: ShapeChoiceProps) {
  const { t } = useLanguage()
  return (
    <div className={css.shapes}>
      <Pills label={t('foyer.desk.crop.shape')}>
        {shapes.map(each => (
          <Pill key={each.name} isOn={each.name === shape?.name} onClick={() => onChoose(each)}>
            {t(`foyer.desk.crop.shape.${each.name}`)}
          </Pill>
        ))}
      </Pills>
    </div>
  )
}

/** The address of a file that is not sent yet, however large it is. */
function useAddressOf(file: File): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

type PictureProps = {
  readonly address: string
  readonly ratio: number | undefined
  /** Undefined: the whole picture. */
  readonly box: Box | undefined
  readonly onBox: (box: Box) => void
  /** With its size as the browser shows it: turned. */
  readonly onLoad: (size: Size) => void
  readonly onFailed: () => void
}

function Picture({ address, ratio, box, onBox, onLoad, onFailed }: PictureProps) {
  const labels = useLabels()
  const { t } = useLanguage()
  return (
    <div className={css.picture}>
      {/* Apart from the style of the desk, which each page loads. */}
      <link rel="stylesheet" href={libraryStyle} precedence="default" />
      <ReactCrop
        {...(box && { crop: { unit: '%', ...box } })}
        {...(ratio !== undefined && { aspect: ratio })}
        keepSelection
        disabled={box === undefined}
        minWidth={LEAST}
        minHeight={LEAST}
        ariaLabels={labels}
        onChange={(_, { x, y, width, height }) => onBox({ x, y, width, height })}
      >
        <img
          src={address}
          alt={t('foyer.desk.crop.alt')}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            // A drawing without a size.
            width > 0 && height > 0 ? onLoad({ width, height }) : onFailed()
          }
          onError={onFailed}
        />
      </ReactCrop>
    </div>
  )
}

/** Points of the screen: what is smaller can't be held by a finger. */
const LEAST = 24

function useLabels() {
  const { t } = useLanguage()
  return useMemo(
    () => ({
      cropArea: t('foyer.desk.crop.area'),
      nwDragHandle: t('foyer.desk.crop.corner.nw'),
      nDragHandle: t('foyer.desk.crop.edge.n'),
      neDragHandle: t('foyer.desk.crop.corner.ne'),
      eDragHandle: t('foyer.desk.crop.edge.e'),
      seDragHandle: t('foyer.desk.crop.corner.se'),
      sDragHandle: t('foyer.desk.crop.edge.s'),
      swDragHandle: t('foyer.desk.crop.corner.sw'),
      wDragHandle: t('foyer.desk.crop.edge.w'),
    }),
    [t],
  )
}

/** How large what is kept is, and how the keyboard cuts. */
function Kept({ size: { width, height }, isCut }: { readonly size: Size; readonly isCut: boolean }) {
  const { t, language } = useLanguage()
  const number = new Intl.NumberFormat(language)
  return (
    <p className="soft small">
      {t('foyer.desk.crop.size', number.format(width), number.format(height))}
      {isCut && <> {t('foyer.desk.crop.keys')}</>}
    </p>
  )
}
