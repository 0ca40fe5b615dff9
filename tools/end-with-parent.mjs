// Preloaded by start.mjs. When start.mjs is killed the channel to it breaks; without this the shop would live on unseen.
if (process.channel) {
  process.on('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.exit(1), 10_000).unref()
  })
  // Listening alone must not keep a command from ending.
  process.channel.unref()
}
