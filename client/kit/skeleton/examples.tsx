import type { Example } from '../example.ts'
import { Loading, Shape, TextShape } from './skeleton.tsx'

export const examples: readonly Example[] = [
  {
    name: 'heading and text',
    element: (
      <Loading>
        <Shape width="14rem" height="2.5rem" round />
        <TextShape lines={3} />
      </Loading>
    ),
  },
]
