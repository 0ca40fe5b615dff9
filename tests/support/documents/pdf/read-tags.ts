import { type Pdfium, utf16, written } from './pdfium.ts'

/** An element of the structure that assistive technology reads: of which type, and what it holds. */
export type Tag = {
  readonly type: string
  readonly alternative: string
  /** Of a header cell: what it heads. */
  readonly scope: string
  /** Numbers of the pieces of the page that are its own. */
  readonly content: readonly number[]
  readonly children: readonly Tag[]
}

export type TaggedPage = {
  readonly tags: readonly Tag[]
  /** Numbers of the pieces of the page that have one. */
  readonly marked: readonly number[]
  /** Pieces that are neither in the structure nor marked as decoration. */
  readonly loose: number
}

export function readTags(pdfium: Pdfium, page: number): TaggedPage {
  const tree = pdfium.FPDF_StructTree_GetForPage(page)
  const tags = elements(pdfium.FPDF_StructTree_CountChildren(tree), at =>
    pdfium.FPDF_StructTree_GetChildAtIndex(tree, at),
  ).map(element => readTag(pdfium, element))
  pdfium.FPDF_StructTree_Close(tree)
  const objects = elements(pdfium.FPDFPage_CountObjects(page), at => pdfium.FPDFPage_GetObject(page, at))
  const marks = objects.map(object => ({
    number: pdfium.FPDFPageObj_GetMarkedContentID(object),
    isDecoration: marksOf(pdfium, object).includes('Artifact'),
  }))
  return {
    tags,
    marked: [...new Set(marks.flatMap(({ number }) => (number < 0 ? [] : [number])))],
    loose: marks.filter(({ number, isDecoration }) => number < 0 && !isDecoration).length,
  }
}

function readTag(pdfium: Pdfium, element: number): Tag {
  const own = elements(pdfium.FPDF_StructElement_GetMarkedContentIdCount(element), at => at)
  return {
    type: utf16(pdfium, (buffer, size) => pdfium.FPDF_StructElement_GetType(element, buffer, size)),
    alternative: utf16(pdfium, (buffer, size) => pdfium.FPDF_StructElement_GetAltText(element, buffer, size)),
    scope: utf16(pdfium, (buffer, size) =>
      pdfium.FPDF_StructElement_GetStringAttribute(element, 'Scope', buffer, size),
    ),
    content: own
      .map(at => pdfium.FPDF_StructElement_GetMarkedContentIdAtIndex(element, at))
      .filter(number => number >= 0),
    children: elements(pdfium.FPDF_StructElement_CountChildren(element), at =>
      pdfium.FPDF_StructElement_GetChildAtIndex(element, at),
    )
      .filter(child => child !== 0)
      .map(child => readTag(pdfium, child)),
  }
}

function marksOf(pdfium: Pdfium, object: number): string[] {
  const marks = elements(pdfium.FPDFPageObj_CountMarks(object), at => pdfium.FPDFPageObj_GetMark(object, at))
  return marks.map(mark =>
    utf16(pdfium, (buffer, size) =>
      written(pdfium, length => pdfium.FPDFPageObjMark_GetName(mark, buffer, size, length)),
    ),
  )
}

const elements = (count: number, at: (index: number) => number): number[] =>
  Array.from({ length: Math.max(0, count) }, (_, index) => at(index))
