/** Order matters: Edge calls itself Chrome too, and Chrome calls itself Safari. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const first = (table: readonly [RegExp, string][], text: string) => table.find(([sign]) => sign.test(text))?.[1];

/** Chrome · Windows, from a user agent; whatever is no browser says its own name. */
export function clientName(userAgent: string): string {
  const names = [first(browsers, userAgent), first(systems, userAgent)].filter((name) => name !== undefined);
  return names.join(' · ') || userAgent;
}
