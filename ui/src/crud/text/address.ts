import type { useRouter } from '@tanstack/react-router';

/** Returns the address of a page with its host, so that it can be sent to somebody. */
export const absoluteAddress = ({ history }: Pick<ReturnType<typeof useRouter>, 'history'>, href: string): string =>
  new URL(history.createHref(href), location.origin).href;
