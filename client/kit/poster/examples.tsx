import type { Example } from '../example.ts'
import { Poster } from './poster.tsx'

const NAMES = ['spring-concert', 'alpine-days', 'summit', 'choir', 'workshop', 'jazz', 'reunion', 'stream'] as const

export const examples: readonly Example[] = NAMES.map(name => ({
  name: `drawn for ${name}`,
  element: <Poster file={null} name={name} />,
}))
