import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { failureOf } from '#client/frame/calls/call-result.ts'
import { passQuery } from '../../shell/calls/offer-queries.ts'
import { NoOffer } from '../no-offer.tsx'
import { PassShape } from './pass-shape.tsx'
import { PassView } from './pass-view.tsx'

/** A pass, and what it is good for. */
export function Page() {
  const { id = '' } = useParams()
  const pass = useQuery(passQuery(id))
  if (pass.data) return <PassView key={id} id={id} pass={pass.data} onRefresh={pass.refetch} />
  if (pass.isPending) return <PassShape />
  return <NoOffer kind="pass" failure={failureOf(pass.error)} onRetry={() => void pass.refetch()} />
}
