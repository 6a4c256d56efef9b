/** Copies a text and returns whether that succeeded. Browsers may refuse, and have no clipboard on pages without TLS. */
export async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
