import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { spokenAriaTexts } from './aria-texts.ts';
import { groups } from './chunks.ts';
import { compressAssets } from './compress-assets.ts';

/** What an alias is replaced by is a pattern, in which `$` is no letter. */
const escapeReplacement = (text: string) => text.replaceAll('$', '$$$$');

const target = process.env.DC_TARGET ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, generatedRouteTree: './src/routeTree.gen.ts' }),
    react(),
    tailwindcss(),
    spokenAriaTexts(),
    compressAssets(),
  ],
  server: { proxy: { '/dc': target } },
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
    chunkSizeWarningLimit: 800,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
