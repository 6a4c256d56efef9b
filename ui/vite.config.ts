import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { omitUnusedAriaLocales } from './aria-texts.ts';
import { chunkGroups } from './chunks.ts';
import { compressAssets } from './compress-assets.ts';
import { hotTexts } from './hot-texts.ts';

/** Escapes `$`, which has a meaning in the replacement of an alias. */
const escapeReplacement = (text: string) => text.replaceAll('$', '$$$$');

const apiTarget = process.env.DC_TARGET ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, generatedRouteTree: './src/routeTree.gen.ts' }),
    react(),
    tailwindcss(),
    omitUnusedAriaLocales(),
    compressAssets(),
    hotTexts(),
  ],
  server: { proxy: { '/dc': apiTarget, '/docs': apiTarget, '/openapi': apiTarget } },
  resolve: {
    alias: [
      {
        find: /^use-sync-external-store\/shim$/,
        replacement: escapeReplacement(`${import.meta.dirname}/src/kit/sync-external-store.ts`),
      },
    ],
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    // browsers that run es2023 support modulepreload
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunkGroups },
        // The first script names all others, and each character of their hashes adds 0.2 kB to it; seven is the minimum.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
});
