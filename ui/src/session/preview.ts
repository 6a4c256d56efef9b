import { previewStorage, session } from './session.ts';
import type { User } from './session-types.ts';

/** Reloads the console, in this tab only, with the session of a role's preview. */
export function startPreview({ token, user }: { token: string; user: User }): void {
  previewStorage.start({ token, user, from: `${location.pathname}${location.search}` });
  location.assign('/');
}

/** Ends the preview, also on the server, and returns to the page where it was started. */
export const leavePreview = (): void => void session.logout();

/** Whether a preview has ended by itself just before this page was loaded; true only once. */
export const hasPreviewEnded = (): boolean => previewStorage.takeEnded();
