const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A text in a cell's XML; what XML has no sign for is written `_x001B_`, and so is what only looks like that (ST_Xstring). */
export const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)|[\x00-\x08\x0b-\x1f\ufffe\uffff]/g, byNumber)
    .replaceAll(/[&<>]/g, (sign) => signs[sign] ?? sign);

const byNumber = (sign: string) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
