import { Button } from '../button/button.tsx'
import type { Example } from '../example.ts'
import { useToast } from './toast-context.ts'

function ToastButtons() {
  const toast = useToast()
  return (
    <>
      <Button tone="quiet" onClick={() => toast('This is how it stands now.')}>
        Plain
      </Button>{' '}
      <Button tone="quiet" onClick={() => toast('Copied', 'good')}>
        Good
      </Button>{' '}
      <Button tone="quiet" onClick={() => toast('This language could not be loaded.', 'bad')}>
        Bad
      </Button>
    </>
  )
}

export const examples: readonly Example[] = [{ name: 'on demand', element: <ToastButtons /> }]
