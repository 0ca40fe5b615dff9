import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/** An address that stays the same while what is behind it changes, as HAProxy or the virtual address of a cluster is. */
export type Forwarder = {
  readonly port: number
  /** Where connections lead from now on; open ones stay as they are. */
  lead(toPort: number): void
  close(): Promise<void>
}

export async function forwarder(): Promise<Forwarder> {
  let target = 0
  const open = new Set<Socket>()
  const server = createServer(incoming => {
    const outgoing = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.once('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    incoming.pipe(outgoing).pipe(incoming)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    lead: toPort => {
      target = toPort
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
