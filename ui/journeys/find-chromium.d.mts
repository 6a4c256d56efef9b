export interface Chromium {
  executablePath: string;
  /** What an unpacked Chromium needs to find its own libraries. */
  env?: { LD_LIBRARY_PATH: string };
}

export function findChromium(say?: (step: string) => void): Chromium;
