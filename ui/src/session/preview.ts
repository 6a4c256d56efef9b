import { previewStorage, session } from './session.ts';
import type { User } from './session-types.ts';

/** Shows the console, in this tab only, with the eyes of the session that `previewRole` answered; loads it anew. */
export function startPreview({ token, user }: { token: string; user: User }): void {
  previewStorage.begin({ token, user, from: `${location.pathname}${location.search}` });
  location.assign('/');
}

/** Ends the preview on the server too, and goes back to where it was begun. */
export const leavePreview = (): void => session.logout();

/** Whether a preview has ended by itself just before this page was loaded; tells it once. */
export const previewIsOver = (): boolean => previewStorage.takeOver();
