// Preloaded by start.mjs: what it starts ends with what has started it, and doesn't live on unseen.
const end = () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.exit(1), 10_000).unref()
}

if (process.channel) {
  // When start.mjs is killed the channel to it breaks.
  process.on('disconnect', end)
  // Listening alone must not keep a command from ending.
  process.channel.unref()
} else if (process.env.FOYER_NPM) {
  // start.mjs has become this process: npm is above it.
  const npm = Number(process.env.FOYER_NPM)
  const watch = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(watch)
    end()
  }, 500)
  watch.unref()
}
