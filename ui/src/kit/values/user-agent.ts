/** Order matters: the user agent of Edge also contains Chrome, and that of Chrome contains Safari. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const firstMatch = (table: readonly [RegExp, string][], text: string) =>
  table.find(([pattern]) => pattern.test(text))?.[1];

/** Formats a user agent as "Chrome · Windows"; returns it unchanged if it is not a known browser. */
export function formatUserAgent(userAgent: string): string {
  const names = [firstMatch(BROWSERS, userAgent), firstMatch(SYSTEMS, userAgent)].filter((name) => name !== undefined);
  return names.join(' · ') || userAgent;
}
