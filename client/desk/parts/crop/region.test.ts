import { expect, test } from 'vitest'
import { largestBox, regionOf } from './region.ts'

const PHOTOGRAPH = { width: 6000, height: 12_000 }

test('a box is whole pixels of the picture', () => {
  expect(regionOf({ x: 25, y: 10, width: 50, height: 20 }, PHOTOGRAPH)).toEqual({
    left: 1500,
    top: 1200,
    width: 3000,
    height: 2400,
  })
  expect(regionOf({ x: 33.333, y: 0, width: 33.333, height: 100 }, { width: 10, height: 10 })).toEqual({
    left: 3,
    top: 0,
    width: 4,
    height: 10,
  })
})

test('a box of the whole picture cuts nothing', () => {
  expect(regionOf({ x: 0, y: 0, width: 100, height: 100 }, PHOTOGRAPH)).toBeUndefined()
  expect(regionOf({ x: 0.001, y: 0, width: 99.999, height: 100 }, { width: 40, height: 20 })).toBeUndefined()
})

test('a box has at least one pixel, and none beyond the picture', () => {
  const size = { width: 30, height: 20 }
  expect(regionOf({ x: 100, y: 100, width: 0, height: 0 }, size)).toEqual({ left: 29, top: 19, width: 1, height: 1 })
  expect(regionOf({ x: -3, y: 50.01, width: 60, height: 50 }, size)).toEqual({
    left: 0,
    top: 10,
    width: 17,
    height: 10,
  })
})

test.each([
  ['a lying picture', { width: 4000, height: 2000 }, { left: 400, top: 0, width: 3200, height: 2000 }],
  ['an upright picture', PHOTOGRAPH, { left: 0, top: 4125, width: 6000, height: 3750 }],
  ['a picture of that shape', { width: 1600, height: 1000 }, undefined],
])('the largest box of a shape is in the middle of %s', (_, size, region) => {
  expect(regionOf(largestBox(16 / 10, size), size)).toEqual(region)
})

test('without a shape the largest box is the whole picture', () => {
  expect(regionOf(largestBox(undefined, PHOTOGRAPH), PHOTOGRAPH)).toBeUndefined()
})
