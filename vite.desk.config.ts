import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { BUILD_TARGETS } from './client/browsers.ts'
import { classNamesOfBuild } from './vite.class-names.ts'
import { compressedFiles } from './vite.compressed.ts'

/**
 * The browser's build of the desk (`vite build --config vite.desk.config.ts`, to dist/desk with a manifest). Apart from the shop's,
 * so that no visitor of the shop loads a byte of it; its scripts are served from the same folder.
 */
export default defineConfig({
  plugins: [react(), compressedFiles()],
  publicDir: false,
  css: { modules: { generateScopedName: classNamesOfBuild() } },
  build: {
    outDir: 'dist/desk',
    emptyOutDir: true,
    manifest: true,
    target: BUILD_TARGETS,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    rolldownOptions: {
      input: { desk: 'client/desk/entry-browser.tsx' },
      output: {
        chunkFileNames: 'assets/desk-[hash].js',
        entryFileNames: 'assets/[name]-[hash].js',
        // What most pages share, and what many do, is one file each: a page loads some 9 files and not 24, and on
        // average no more bytes (decision 145).
        codeSplitting: {
          groups: [
            { name: 'most', minShareCount: 20, priority: 2 },
            { name: 'many', minShareCount: 8, priority: 1 },
          ],
        },
      },
    },
  },
})
