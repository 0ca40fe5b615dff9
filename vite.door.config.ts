import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { BUILD_TARGETS } from './client/browsers.ts'
import { classNamesOfBuild } from './vite.class-names.ts'
import { compressedFiles } from './vite.compressed.ts'

/**
 * The browser's build of the page of a door (`vite build --config vite.door.config.ts`, to dist/door with a manifest), and its
 * service worker. Apart from the desk's, whose bundles and styles a telephone at an entrance would load for nothing (decision 103).
 */
export default defineConfig({
  plugins: [react(), compressedFiles()],
  publicDir: false,
  css: { modules: { generateScopedName: classNamesOfBuild() } },
  build: {
    outDir: 'dist/door',
    emptyOutDir: true,
    manifest: true,
    target: BUILD_TARGETS,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    rolldownOptions: {
      input: { door: 'client/door/entry-browser.tsx', worker: 'client/worker/door.ts' },
      output: {
        chunkFileNames: 'assets/door-[hash].js',
        entryFileNames: ({ name }: { name: string }) =>
          name === 'worker' ? 'worker/door.js' : 'assets/[name]-[hash].js',
      },
    },
  },
})
