import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '#crud/read/query-client.ts';

/** Provides the console's cache of reads to what a test renders; tests that read the same clear it first. */
export const queryClientWrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
